"""The Accept-Encoding header (RFC 9110, 12.5.3)."""

from functools import lru_cache

# Browsers send few different values, and short ones. Longer values are not memoized, so that clients can't fill the memory.
_MEMOIZED_VALUES, _MEMOIZED_MAX_LENGTH = 256, 200
_ALIASES = {"x-gzip": "gzip"}


def accepts(header: str, coding: str) -> bool:
    """Return whether a client that sent this header accepts a content coding, for example `gzip`."""
    accepted = _memoized(header) if len(header) <= _MEMOIZED_MAX_LENGTH else _parse(header)
    # The asterisk stands for the codings that the header does not name.
    return accepted.get(coding, accepted.get("*", False))


def _parse(header: str) -> dict[str, bool]:
    accepted: dict[str, bool] = {}
    for entry in header.lower().split(","):
        name, _, quality = entry.partition(";")
        coding = _ALIASES.get(name.strip(), name.strip())
        accepted[coding] = accepted.get(coding, False) or "".join(quality.split()).rstrip("0.") != "q="
    return accepted


_memoized = lru_cache(_MEMOIZED_VALUES)(_parse)
