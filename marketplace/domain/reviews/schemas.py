"""Input and read views of reviews."""

from dataclasses import dataclass, field
from datetime import datetime

from pydantic import BaseModel, ConfigDict

from marketplace.core.numbers import Number
from marketplace.domain.paging import Page
from marketplace.domain.ratings import TradeSummary
from marketplace.domain.views import Photo, View


class ReviewDraft(BaseModel):
    """A review as submitted, of a deal or of a rental's enquiry."""

    model_config = ConfigDict(extra="ignore")

    deal_id: str = ""
    enquiry_id: str = ""
    stars: Number = None
    tags: list[str] = []
    text: str = ""


class ReviewTag(View):
    """A tag; `label` is for display."""

    code: str
    label: str


class ReviewView(View):
    """A review, as everyone sees it once it is revealed, and its writer before.

    Attributes:
        writer_name: of a buyer, the first name and an initial only, since buyers have no public page.
        writer_kind: buyer or seller.
        stars_text: "★★★★☆".
        written_text, replied_text: the days, for display.
        revealed: whether others see it.
        reveal_text: the day on which it is revealed at the latest; for its writer.
        removed_reason: why moderators removed it; for its writer.
    """

    id: str
    writer_name: str
    writer_kind: str
    stars: int
    stars_text: str
    tags: tuple[ReviewTag, ...] = ()
    text: str = ""
    revealed: bool = True
    created_at: datetime
    written_text: str
    reply: str = ""
    replied_at: datetime | None = None
    replied_text: str = ""
    removed_reason: str = ""
    reveal_text: str = ""


@dataclass(frozen=True, slots=True)
class ReviewPage(Page[ReviewView]):
    """A page of an account's reviews, with all of them in numbers."""

    summary: TradeSummary = field(default_factory=TradeSummary)


class Exchange(View):
    """The reviews that the two parties of a finished deal or rental write of each other, as one of them sees it.

    Attributes:
        other_name: display name of the other party.
        other_rating: the other party's stars, e.g. "★ 4.8 (12)"; empty without an average.
        can_write: the caller can write a review now.
        closes_text: the last day for writing one, for display.
        mine: the caller's review, also while it is sealed.
        theirs: the other party's, only once it is revealed.
        can_reply: the caller can reply to it.
        choices: the tags for the other party.
        cover: the first photo of the ad.
    """

    subject_id: str
    is_deal: bool
    ad_id: str
    ad_display_name: str
    other_name: str
    other_rating: str = ""
    can_write: bool = False
    closes_text: str = ""
    mine: ReviewView | None = None
    theirs: ReviewView | None = None
    can_reply: bool = False
    choices: tuple[ReviewTag, ...] = ()
    cover: Photo | None = None
