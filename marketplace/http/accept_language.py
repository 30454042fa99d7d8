"""Chooses a language by the Accept-Language header (RFC 9110, section 12.5.4)."""

from collections.abc import Sequence

_MOST_RANGES = 20


def prefers(header: str, offered: Sequence[str]) -> str:
    """Return the offered language that the header ranks highest; the first one if it names none of them.

    Args:
        offered: primary tags, such as "hi"; "hi-IN" in the header asks for it too.
    """
    ranked: dict[str, float] = {}
    for entry in header.lower().split(",")[:_MOST_RANGES]:
        tag, _, weight = entry.partition(";")
        primary = tag.strip().partition("-")[0]
        if primary in offered:
            ranked[primary] = max(ranked.get(primary, 0.0), _parse_weight(weight))
    return max(offered, key=lambda language: ranked.get(language, 0.0))


def _parse_weight(parameter: str) -> float:
    name, _, value = parameter.replace(" ", "").partition("=")
    try:
        return float(value) if name == "q" else 1.0
    except ValueError:
        return 0.0
