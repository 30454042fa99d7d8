"""What admins see at the desk, and what visitors report."""

from datetime import datetime

from pydantic import BaseModel, Field

from marketplace.domain.ads.schemas import AdDetail
from marketplace.domain.views import Photo, View


class DeskNumbers(View):
    """The numbers on top of the desk."""

    waiting: int
    oldest_waiting_since: datetime | None = None
    decided_today: int = Field(description="since midnight in the site's time zone")
    open_reports: int


class Change(View):
    """One field in which the waiting version differs from the live one.

    Attributes:
        field: its name in `AdDraft`, or the id of a dynamic field.
        photos_before, photos_after: for `images` only, in order, the cover first.
    """

    field: str
    label: str
    before: str = ""
    after: str = ""
    photos_before: tuple[Photo, ...] = ()
    photos_after: tuple[Photo, ...] = ()


class Decision(View):
    """What became of one version."""

    number: int
    review: str = Field(description="waiting, approved, rejected or replaced")
    reason_code: str = ""
    note: str = ""
    decided_by: str = Field("", description="username of the admin")
    decided_at: datetime | None = None
    submitted_at: datetime


class SellerHistory(View):
    """What is known of a seller when an ad is looked at."""

    account_id: str
    username: str
    name: str
    status: str
    joined_at: datetime
    days: int = Field(description="whole days since joining")
    ads: dict[str, int] = Field(description="number of ads by status; only those there are")
    rejections: int = Field(description="versions rejected so far")
    reports: int = Field(description="reports on the account and its ads")
    open_reports: int


class ReportView(View):
    """A report in the admin's list."""

    id: str
    target: str = Field(description="ad, account or conversation")
    target_id: str
    target_name: str = Field("", description="the ad's name, a username, or both usernames of a conversation")
    reason: str
    reason_text: str
    text: str
    status: str
    reporter_id: str = ""
    reporter_name: str = Field("", description="empty for an anonymous reporter")
    resolution: str = ""
    resolved_by: str = Field("", description="username of the admin")
    resolved_at: datetime | None = None
    created_at: datetime


class ReportedMessage(View):
    """A message of a reported conversation."""

    sender_id: str
    sender_name: str
    text: str
    photos: tuple[Photo, ...] = ()
    created_at: datetime


class ReportItem(View):
    """A report with what is needed to deal with it."""

    report: ReportView
    others: tuple[ReportView, ...] = Field((), description="further reports on the same thing, newest first")
    messages: tuple[ReportedMessage, ...] = Field((), description="the newest of a reported conversation, oldest first")


class DeskItem(View):
    """Everything needed to decide one ad."""

    ad: AdDetail = Field(description="the version handed in last, in full")
    waiting: bool
    waiting_since: datetime | None = None
    resubmitted: bool = False
    changes: tuple[Change, ...] = Field((), description="against the live version; empty where none is live")
    decisions: tuple[Decision, ...] = Field((), description="this ad's versions so far, newest first")
    seller: SellerHistory
    reports: tuple[ReportView, ...] = Field((), description="on this ad, newest first")


class ReportDraft(BaseModel):
    """A report as a visitor hands it in."""

    target: str = ""
    target_id: str = Field("", description="for a conversation, its id or the other party's account id")
    reason: str = Field("", description="a key of `messages.REPORT_REASONS`")
    text: str = ""


class Outcome(View):
    """What became of one ad in a bulk approval; `message` says why not, for people."""

    ad_id: str
    approved: bool
    message: str = ""


class AccountRow(View):
    """An account in the admin's table."""

    id: str
    kind: str = Field(description="buyer, seller or admin")
    username: str
    name: str
    email: str
    phone: str = ""
    status: str
    suspended_reason: str = ""
    suspended_at: datetime | None = None
    created_at: datetime
    ads: int = Field(0, description="ads that are not deleted")
