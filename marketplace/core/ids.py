"""Identifiers, tokens, one-time codes and their hashes: the only source of randomness."""

import hashlib
import hmac
import os
import re
import secrets
import time
from datetime import datetime
from random import Random
from threading import Lock

from ulid import ULID, ULIDGenerator

# Bits of a ULID after its time.
_RANDOM_BITS = 80
_SHAPE = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")
# A pseudo-random generator: reading the system's releases the GIL, which costs a thread switch on every request.
_trace_random = Random()  # noqa: S311
# Forked workers would otherwise generate the same sequence.
os.register_at_fork(after_in_child=_trace_random.seed)
_ulids = ULIDGenerator()
_lock = Lock()
_last_milliseconds = 0


def new_id() -> str:
    """Return a ULID of 26 characters that sorts after all earlier ones of this process (ULID spec, monotonicity)."""
    global _last_milliseconds
    with _lock:
        # The clock may be set back.
        _last_milliseconds = max(_last_milliseconds, time.time_ns() // 1_000_000)
        return str(_ulids.generate(_last_milliseconds))


def first_at(moment: datetime) -> str:
    """Return the smallest id that could be made at this moment, for ranges of ids."""
    milliseconds = int(moment.timestamp() * 1_000)
    return str(ULID((milliseconds << _RANDOM_BITS).to_bytes(16, "big")))


def new_trace_id() -> str:
    """Return 104 random bits in hex that identify a request or socket in the log. Unique but predictable: not for secrets."""
    return f"{_trace_random.getrandbits(104):026x}"


def is_id(value: object) -> bool:
    """Return whether the value has the format of `new_id`."""
    return isinstance(value, str) and _SHAPE.fullmatch(value) is not None


def new_token() -> str:
    """Return 256 random bits as URL-safe text, for session, unsubscribe and feed tokens."""
    return secrets.token_urlsafe(32)


def derive_code(secret: str, seed: str, *, digits: int = 6) -> str:
    """Return the one-time code for a seed. It can't be computed without the secret."""
    return f"{int(sign(secret, 'one-time code', seed), 16) % 10**digits:0{digits}d}"


def new_recovery_code() -> str:
    """Return 50 random bits as ten letters and digits that are hard to confuse, for example `k3m9p-w7x2q`."""
    letters = "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(10))
    return f"{letters[:5]}-{letters[5:]}"


def hash_token(token: str) -> str:
    """Return the SHA-256 of a token in hex. A slow hash is not needed for 256 random bits."""
    return hashlib.sha256(token.encode()).hexdigest()


def sign(secret: str, *parts: str) -> str:
    """Return the HMAC-SHA-256 of the parts in hex (RFC 2104), for codes and link tokens."""
    return hmac.new(secret.encode(), "\x1f".join(parts).encode(), hashlib.sha256).hexdigest()


def constant_time_equal(left: str, right: str) -> bool:
    """Compare two secrets in constant time."""
    return hmac.compare_digest(left.encode(), right.encode())
