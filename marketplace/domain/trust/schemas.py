"""What the shield finds, and read views of warnings and rules."""

from dataclasses import dataclass
from datetime import datetime

from pydantic import Field

from marketplace.domain.views import View


@dataclass(frozen=True)
class Finding:
    """A reason to warn.

    Attributes:
        evidence: what matched: the words found for each meaning of the patterns, or of the model's strongest meanings; the
            imitated domain; the text of a QR code.
        weight: the score of the reason.
    """

    code: str
    evidence: tuple[str, ...]
    weight: float


class WarningView(View):
    """A reason to be careful with a message, in both languages: someone about to lose money must understand it."""

    code: str
    title: str
    advice: str
    title_hi: str
    advice_hi: str


class ReasonView(View):
    """A stored reason of a warning, for moderators."""

    code: str
    title: str = Field(description="what the message resembles; the code if the rules no longer have the reason")
    evidence: tuple[str, ...] = Field(description="what matched, e.g. `SCAN: scan this`")
    verdict: str = Field(description="the recipient's: none, scam or fine")


class Replayed(View):
    """A message or an ad that changed rules would judge differently; who wrote a message to whom is left out.

    Attributes:
        text: the message, or the name of the ad.
        before: reasons that were given.
        after: reasons that the changed rules would give.
        ad_id: the ad; empty for a message.
    """

    text: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    ad_id: str = ""


class Replay(View):
    """What changed rules would say of messages or ads, compared with what the rules said.

    Attributes:
        checked: their number.
        limited: whether there were more, of which an even sample over the days was checked.
        flagged: those that would get a reason.
        newly_flagged: of them, those that had none.
        no_longer_flagged: those that had a reason and would have none.
    """

    checked: int
    limited: bool
    flagged: int
    newly_flagged: int
    no_longer_flagged: int
    sample: tuple[Replayed, ...] = ()


class RuleReplay(View):
    """A change of a rule with its effect on the messages and ads of the last days. Only such a change can go live.

    Attributes:
        live: number of changes of all rules when it was tried.
    """

    code: str
    enabled: bool
    weight: float
    days: int
    live: int
    messages: Replay
    ads: Replay


class RuleVersionView(View):
    """A change of a rule."""

    number: int
    enabled: bool
    weight: float
    changed_by: str = Field("", description="username of the admin")
    changed_at: datetime


class RuleView(View):
    """A shipped rule with its live values, for admins."""

    code: str
    title: str
    patterns: int
    enabled: bool
    weight: float = Field(description="factor of the shipped weights, from 0 to 2")
    number: int = Field(description="how often it was changed; 0: as shipped")
    history: tuple[RuleVersionView, ...] = Field((), description="the last changes, the newest first")
