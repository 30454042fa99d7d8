"""A finding."""

from dataclasses import dataclass
from enum import Enum


class Sign(Enum):
    """How a finding is."""

    OK = "ok"
    WARN = "look"
    BAD = "BAD"


@dataclass(frozen=True, slots=True)
class Note:
    """One finding, and what to do."""

    sign: Sign
    said: str


def ok(said: str) -> Note:
    """As it should be."""
    return Note(Sign.OK, said)


def warn(said: str) -> Note:
    """The site serves, but somebody should look."""
    return Note(Sign.WARN, said)


def bad(said: str) -> Note:
    """The site can't serve, or must not."""
    return Note(Sign.BAD, said)
