"""A strict reader of headers, written from RFC 2047 and RFC 5322; the email library of Python is not used."""

import base64
import quopri
import re
import unicodedata

# RFC 2047, section 2: a word has at most 75 characters, and a line with words at most 76.
_WORD_LENGTH, _LINE_LENGTH = 75, 76
_WORD = re.compile(r"=\?utf-8\?(?:b\?(?P<b>[A-Za-z0-9+/]+={0,2})|q\?(?P<q>[!->@-~]+))\?=", re.IGNORECASE)
_NAME = re.compile(r"[!-9;-~]+")
_MAILBOX = re.compile(r"<([^<>\s]+@[^<>\s]+)>")


class BadHeader(ValueError):
    """The header breaks a rule of the RFCs."""


def read_headers(raw: bytes) -> dict[str, str]:
    """Return the decoded headers of a message by their lower-case names.

    Raises:
        BadHeader: a line is not a header, a name occurs twice, or an encoded word breaks a rule.
    """
    head, _, _ = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    found: list[list[str]] = []
    for line in head.decode("ascii").split("\n"):
        if line.startswith((" ", "\t")):
            if not line.strip() or not found:
                raise BadHeader(line)
            found[-1].append(line)
        else:
            found.append([line])
    headers = {}
    for lines in found:
        name, colon, first = lines[0].partition(":")
        if not colon or not _NAME.fullmatch(name) or name.lower() in headers:
            raise BadHeader(lines[0])
        headers[name.lower()] = _decode([first, *lines[1:]], [lines[0], *lines[1:]])
    return headers


def _decode(parts: list[str], lines: list[str]) -> str:
    """Decode a folded value; `lines` are what was folded, with the name."""
    for part in parts + lines:
        if any(not " " <= sign <= "~" and sign != "\t" for sign in part):
            raise BadHeader(part)
    if any(_WORD.search(line) and len(line) > _LINE_LENGTH for line in lines):
        raise BadHeader("a line is too long")
    text, was_word = "", False
    for token in re.split(r"([ \t]+)", "".join(parts).strip(" \t")):
        if not token or token.isspace():
            space = token or ""
            continue
        word = _WORD.fullmatch(token)
        if word is None and "=?" in token:
            raise BadHeader(f"not an encoded word: {token}")
        # Section 6.2: white space between two words is not shown.
        if text and not (word and was_word):
            text += space
        text += _decode_word(word) if word else token
        was_word = word is not None
    return text


def _decode_word(word: re.Match[str]) -> str:
    if len(word[0]) > _WORD_LENGTH:
        raise BadHeader("a word is too long")
    encoded = word["b"]
    octets = base64.b64decode(encoded, validate=True) if encoded else quopri.decodestring(word["q"], header=True)
    # Section 5: each word is whole characters. Strict decoding refuses a part of one.
    text = octets.decode("utf-8")
    if any(unicodedata.category(sign) in ("Cc", "Zl", "Zp") for sign in text):
        raise BadHeader("a control character")
    return text


def read_mailbox(value: str) -> tuple[str, str]:
    """Return display name and address of a decoded header with one mailbox."""
    name, _, address = value.rpartition(" ")
    match = _MAILBOX.fullmatch(address)
    return (name, match[1]) if match else ("", value)
