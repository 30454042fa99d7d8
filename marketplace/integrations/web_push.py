"""Web push (RFC 8030): hands a message to the push service of a browser.

The message is encrypted for the browser (RFC 8291) and signed with the key of this site (VAPID, RFC 8292). The libraries of both
are loaded with the first message: few processes ever send one.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import httpx

from marketplace.core import clock, ids
from marketplace.settings import get_settings
from marketplace.settings.validators import P256_ORDER

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

_AUTH_BYTES = 16
# Push services accept signatures that end within 24 hours (RFC 8292, section 2).
_SIGNATURE_S = 12 * 3_600
_ENDED = (404, 410)
_TOO_MANY = 429


class PushError(Exception):
    """The push service did not take the message; the subscription may have ended, or another try may be useless."""

    def __init__(self, host: str, status: int):
        super().__init__(f"{host} responded with {status}")
        self.ended = status in _ENDED
        self.permanent = status != _TOO_MANY and status < httpx.codes.INTERNAL_SERVER_ERROR


def get_public_key() -> str:
    """Return the public key that browsers subscribe with: an uncompressed point of P-256 in base64url."""
    return _encode(_point(_signing_key(_private_number())))


def is_browser_key(p256dh: str, auth: str) -> bool:
    """Return whether messages can be encrypted with the key and the secret of a browser, both in base64url."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decode(p256dh))
        return len(_decode(auth)) == _AUTH_BYTES
    except ValueError:
        return False


def send(endpoint: str, p256dh: str, auth: str, message: bytes) -> None:
    """Send a message to a browser. Redirects are not followed, and the body of the response is not read.

    Args:
        endpoint: checked by the caller, since this server calls it.
        p256dh: public key of the browser, base64url.
        auth: secret shared with the browser, base64url.
        message: at most 3,993 bytes.

    Raises:
        PushError: the push service refused it.
        httpx.HTTPError: the push service can't be reached, or does not respond within PUSH_TIMEOUT_S.
    """
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec
    from py_vapid import Vapid02

    settings = get_settings()
    body = http_ece.encrypt(
        message,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_decode(p256dh),
        auth_secret=_decode(auth),
        version="aes128gcm",
    )
    parts = urlsplit(endpoint)
    claims = {
        "sub": f"mailto:{settings.contact}",
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(clock.now().timestamp()) + _SIGNATURE_S,
    }
    headers = {"Content-Encoding": "aes128gcm", "TTL": str(settings.push_keep_hours * 3_600)}
    headers |= Vapid02(_signing_key(_private_number())).sign(claims)
    with (
        httpx.Client(timeout=settings.push_timeout_s, follow_redirects=False) as client,
        client.stream("POST", endpoint, content=body, headers=headers) as response,
    ):
        if not response.is_success:
            raise PushError(parts.netloc, response.status_code)


def _private_number() -> int:
    """Return VAPID_PRIVATE_KEY as a number. By default it is derived, so that all machines with one SECRET_KEY agree."""
    settings = get_settings()
    if settings.vapid_private_key:
        return int.from_bytes(_decode(settings.vapid_private_key))
    return int(ids.sign(settings.secret, "vapid"), 16) % (P256_ORDER - 1) + 1


@lru_cache(maxsize=1)
def _signing_key(number: int) -> "EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(number, ec.SECP256R1())


def _point(key: "EllipticCurvePrivateKey") -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _encode(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
