"""What domains contribute to `domain/waiting`: what waits for a person, and what is open between two people."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

# At most this many rows of one kind are listed; the next ones follow as these are dealt with.
MOST = 100


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """Something that waits for what an account does.

    Attributes:
        kind: a key of `waiting.messages.LINES`.
        subject_id: the offer, ad, conversation etc. that it is about.
        link: path on this site where it can be done.
        since: when it began to wait.
        deadline: until when it can be done; None without an end.
        ad_id, other_id: the ad and the other person; empty for none.
        values: of the text, besides the ad's `name` and `other`.
    """

    kind: str
    subject_id: str
    link: str
    since: datetime
    deadline: datetime | None = None
    ad_id: str = ""
    other_id: str = ""
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OpenTrade:
    """An offer, deal, enquiry or booking that is not over, from the side of one party, whose answer it may wait for."""

    other_id: str
    ad_id: str
    at: datetime
    waits: bool
    text: str
