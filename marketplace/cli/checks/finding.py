"""The result of a check."""

from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    """The severity of a finding; the value is printed."""

    OK = "ok"
    WARN = "warn"
    BAD = "BAD"


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of a check, with what to do about it."""

    level: Level
    message: str


def ok(message: str) -> Finding:
    """Return a finding that needs no action."""
    return Finding(Level.OK, message)


def warn(message: str) -> Finding:
    """Return a finding that does not keep the site from serving."""
    return Finding(Level.WARN, message)


def bad(message: str) -> Finding:
    """Return a finding that must be fixed before the site can serve."""
    return Finding(Level.BAD, message)
