"""The only parser of email addresses, for accounts, the newsletter, outgoing mail and settings."""

import email_validator

# RFC 5321, section 4.5.3.1.3: a path of 256 octets with its brackets.
MAX_LENGTH = 254
# RFC 2047: header parsers decode `=?charset?q?...?=` anywhere, so the mail would go to another mailbox than the text names.
_ENCODED_WORD = "=?"

# Accept reserved domains (RFC 2606): an address is verified by the code that is mailed to it.
email_validator.SPECIAL_USE_DOMAIN_NAMES.clear()


def parse(text: str, *, allow_local_domain: bool = False) -> str | None:
    """Return the normalized address, or None if the text is not exactly one address.

    Addresses are stored, compared and mailed in the normalized form. It is ASCII and lower-case: the domain is normalized
    with NFKC and encoded with IDNA. Display names, quoted local parts, address literals and encoded words are refused.

    Args:
        allow_local_domain: accept a domain without a period, such as `localhost`, and an IPv4 address as the domain.
    """
    text = text.strip()
    if len(text) > MAX_LENGTH:
        return None
    try:
        checked = email_validator.validate_email(
            text, check_deliverability=False, allow_smtputf8=False, globally_deliverable=not allow_local_domain
        )
    except email_validator.EmailNotValidError:
        return None
    address = (checked.ascii_email or "").lower()
    return None if not address or _ENCODED_WORD in address else address


def mailbox(address: str) -> str:
    """Return a parsed address without its subaddress (`+tag`), as the key for rate limits.

    Most servers deliver `name+tag` to `name` (RFC 5233). Dots are kept, because on most servers `a.b` and `ab` are different
    mailboxes.
    """
    local, _, domain = address.rpartition("@")
    return f"{local.partition('+')[0] or local}@{domain}"
