"""The only source of randomness: identifiers, tokens, codes and their hashes."""

import hashlib
import hmac
import os
import re
import secrets
import time
from random import Random
from threading import Lock

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
# Ten bits at a time.
_PAIRS = [first + second for first in _LETTERS for second in _LETTERS]
_SHIFTS = range(120, -1, -10)
_SHAPE = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")
# Not the system's, for to ask it hands the interpreter to another thread, and every request has a number.
_numbers = Random()  # noqa: S311
# Workers are copies of one process.
os.register_at_fork(after_in_child=_numbers.seed)
_lock = Lock()
_last = 0


def new_id() -> str:
    """A ULID of 26 characters that sorts after every one this process made before (ULID spec, monotonicity)."""
    global _last
    with _lock:
        value = (time.time_ns() // 1_000_000 << 80) | int.from_bytes(os.urandom(10))
        _last = value = value if value > _last else _last + 1
    return "".join([_PAIRS[value >> shift & 1023] for shift in _SHIFTS])


def new_number() -> str:
    """104 bits in hex, to find a request's lines in the log by: nobody meets the same twice, but they can be foretold."""
    return f"{_numbers.getrandbits(104):026x}"


def is_id(value: object) -> bool:
    """Whether the value has the shape of an identifier; anything else can be no row's key."""
    return isinstance(value, str) and _SHAPE.fullmatch(value) is not None


def new_token() -> str:
    """256 random bits, URL-safe: session, unsubscribe and feed tokens."""
    return secrets.token_urlsafe(32)


def derive_code(secret: str, seed: str) -> str:
    """The one-time code of six digits that belongs to a seed; only who has the secret can tell it."""
    return f"{int(sign(secret, 'one-time code', seed), 16) % 1_000_000:06d}"


def new_recovery_code() -> str:
    """50 random bits in ten letters and digits that are hard to misread: `k3m9p-w7x2q`."""
    letters = "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(10))
    return f"{letters[:5]}-{letters[5:]}"


def hash_token(token: str) -> str:
    """SHA-256 in hex; enough for tokens of 256 random bits, which cannot be guessed from it."""
    return hashlib.sha256(token.encode()).hexdigest()


def sign(secret: str, *parts: str) -> str:
    """HMAC-SHA-256 in hex over the parts, for codes and link tokens (RFC 2104)."""
    return hmac.new(secret.encode(), "\x1f".join(parts).encode(), hashlib.sha256).hexdigest()


def same(left: str, right: str) -> bool:
    """Compare two secrets in constant time."""
    return hmac.compare_digest(left.encode(), right.encode())
