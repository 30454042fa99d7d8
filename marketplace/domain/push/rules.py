"""Rules for subscriptions. A stranger chooses the endpoint and this server calls it, so only known push services are accepted."""

import re

from marketplace.core.errors import Invalid
from marketplace.domain.push import messages
from marketplace.domain.push.schemas import PushDraft
from marketplace.i18n.texts import t
from marketplace.integrations import web_push
from marketplace.settings import get_settings

MAX_ENDPOINT = 1_000
# So narrow that every parser of URLs finds the same host: no user, no backslash, no escapes before the path.
_ENDPOINT = re.compile(r"https://([a-z0-9.-]+(?::[0-9]+)?)/[!-\[\]-~]*")
_BASE64 = re.compile(r"[A-Za-z0-9_-]+")
# 65 bytes and 16 bytes.
_P256DH_LENGTH, _AUTH_LENGTH = 87, 22


def is_known_service(endpoint: str) -> bool:
    """Return whether the URL is at one of PUSH_SERVICES; a port is accepted only if the setting names it."""
    found = _ENDPOINT.fullmatch(endpoint) if len(endpoint) <= MAX_ENDPOINT else None
    services = get_settings().push_services.split()
    return found is not None and any(found[1] == each or found[1].endswith(f".{each}") for each in services)


def check_draft(draft: PushDraft) -> PushDraft:
    """Return the draft with its keys without padding.

    Raises:
        Invalid: another host than those of PUSH_SERVICES, or keys that messages can't be encrypted with.
    """
    if not is_known_service(draft.endpoint):
        raise Invalid(t(messages.UNKNOWN_SERVICE), "endpoint")
    p256dh, auth = draft.p256dh.rstrip("="), draft.auth.rstrip("=")
    shaped = (len(p256dh), len(auth)) == (_P256DH_LENGTH, _AUTH_LENGTH) and _BASE64.fullmatch(p256dh + auth)
    if not shaped or not web_push.is_browser_key(p256dh, auth):
        raise Invalid(t(messages.BAD_KEYS), "keys")
    return PushDraft(endpoint=draft.endpoint, p256dh=p256dh, auth=auth)
