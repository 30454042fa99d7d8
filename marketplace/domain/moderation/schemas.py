"""Read views of moderation, and the input of reports."""

from datetime import date, datetime

from pydantic import BaseModel, Field

from marketplace.domain.accounts import SessionView
from marketplace.domain.ads.schemas import AdDetail, AdRow
from marketplace.domain.audit import AuditRow
from marketplace.domain.moderation.signals import LinkedAccount, Signal
from marketplace.domain.reviews import ReviewView
from marketplace.domain.trust import ReasonView
from marketplace.domain.views import Photo, View
from marketplace.domain.wanted.schemas import WantedView


class QueueNumbers(View):
    """Counts of the moderation queue."""

    waiting: int
    oldest_waiting_since: datetime | None = None
    decided_today: int = Field(description="since midnight in the site's time zone")
    open_reports: int = Field(description="targets with open reports")


class OpenCases(View):
    """The open cases of one kind by age."""

    kind: str = Field(description="ad, report, appeal or grievance")
    fresh: int = Field(description="younger than an hour")
    day: int = Field(description="from an hour to a day old")
    older: int


class DayLoad(View):
    """The cases of one day in the site's time zone."""

    day: date
    incoming: int
    decided: int


class Load(View):
    """The load of moderation."""

    open: tuple[OpenCases, ...]
    days: tuple[DayLoad, ...] = Field(description="the last 30 days, today last")
    median_hours: float | None = Field(None, description="median time to a decision in these days; None without one")


class Change(View):
    """A field that differs between the waiting version and an earlier one.

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
    """The review decision on one version."""

    number: int
    review: str = Field(description="waiting, approved, rejected or replaced")
    reason_code: str = ""
    note: str = ""
    decided_by: str = Field("", description="username of the admin")
    decided_by_id: str = ""
    decided_at: datetime | None = None
    submitted_at: datetime


class SellerHistory(View):
    """History of a seller, shown during review."""

    account_id: str
    username: str
    name: str
    status: str
    joined_at: datetime
    days: int = Field(description="whole days since joining")
    ads: dict[str, int] = Field(description="number of ads by status; statuses without ads are left out")
    rejections: int = Field(description="versions rejected so far")
    reports: int = Field(
        description="the account and its ads, those that were reported; many reports on one count once"
    )
    open_reports: int = Field(description="those of them with open reports")


class ReportView(View):
    """A report in the admins' list."""

    id: str
    target: str = Field(description="ad, account, conversation or review")
    target_id: str
    target_name: str = Field("", description="the ad's name, a username, or both usernames of a conversation or review")
    reason: str
    reason_text: str
    text: str
    status: str
    reporter_id: str = ""
    reporter_name: str = Field("", description="empty for an anonymous reporter")
    reporter_upheld: int = Field(0, description="closed reports of the reporter that were resolved")
    reporter_decided: int = Field(0, description="all closed reports of the reporter")
    open_on_target: int = Field(0, description="open reports on the same target, this one included")
    resolution: str = ""
    resolved_by: str = Field("", description="username of the admin")
    resolved_by_id: str = ""
    resolved_at: datetime | None = None
    created_at: datetime
    assigned_to: str = Field("", description="username of the moderator who works on it")
    assigned_to_id: str = ""


class ReportedMessage(View):
    """A message of a reported conversation."""

    sender_id: str
    sender_name: str
    text: str
    photos: tuple[Photo, ...] = ()
    reasons: tuple[ReasonView, ...] = Field((), description="why the recipient was warned of it, the strongest first")
    created_at: datetime


class ReportItem(View):
    """A report with the information needed to handle it."""

    report: ReportView
    others: tuple[ReportView, ...] = Field((), description="other reports on the same target, newest first")
    messages: tuple[ReportedMessage, ...] = Field((), description="the newest of a reported conversation, oldest first")
    review: ReviewView | None = Field(None, description="the reported review")
    wanted: WantedView | None = Field(None, description="the reported wanted ad")


class AppealView(View):
    """An appeal against a decision, for its owner and for admins."""

    id: str
    target: str = Field(description="ad or account")
    target_id: str
    target_name: str = Field("", description="the ad's name, or a username")
    owner_id: str
    owner_name: str
    reason: str = Field(description="of the decision")
    decided_by: str = Field("", description="username of the admin who took the decision")
    decided_by_id: str = ""
    decided_at: datetime
    text: str
    status: str = Field(description="open, upheld or overturned")
    note: str = Field("", description="the answer")
    closed_by: str = Field("", description="username of the admin who decided the appeal")
    closed_by_id: str = ""
    closed_at: datetime | None = None
    created_at: datetime
    stands: bool = Field(False, description="whether it is open and the decision can still be undone")
    decidable: bool = Field(False, description="whether the caller may decide it")
    assigned_to: str = Field("", description="username of the moderator who works on it")
    assigned_to_id: str = ""


class QueueItem(View):
    """An ad with the information needed to decide it."""

    ad: AdDetail = Field(description="the latest submitted version, in full")
    waiting: bool
    waiting_since: datetime | None = None
    resubmitted: bool = False
    changes: tuple[Change, ...] = Field((), description="differences from the live version; empty if none is live")
    rejected_version: int | None = Field(
        None, description="the last decided version, if it was rejected and a newer one waits"
    )
    changes_since_rejection: tuple[Change, ...] = Field((), description="differences from that version")
    decisions: tuple[Decision, ...] = Field(
        (), description="this ad's versions, newest first; of very many, those with a decision"
    )
    seller: SellerHistory
    reports: tuple[ReportView, ...] = Field((), description="the newest reports on this ad, newest first")
    signals: tuple[Signal, ...] = Field((), description="reasons to look more closely, the strongest first")
    linked_accounts: tuple[LinkedAccount, ...] = Field((), description="accounts that may be the seller's too")
    assigned_to: str = Field("", description="username of the moderator who works on it")
    assigned_to_id: str = ""


class ReportDraft(BaseModel):
    """A report as submitted."""

    target: str = ""
    target_id: str = Field("", description="for a conversation, its id or the other party's account id")
    reason: str = Field("", description="a key of `messages.REPORT_REASONS`")
    text: str = ""


class Outcome(View):
    """Result for one ad of a bulk approval; `message` is the error for display."""

    ad_id: str
    approved: bool
    message: str = ""


class AccountRow(View):
    """An account in the admins' table."""

    id: str
    kind: str = Field(description="buyer, seller or admin")
    username: str
    name: str
    email: str
    phone: str = ""
    status: str
    suspended_reason: str = ""
    suspended_at: datetime | None = None
    suspended_until: datetime | None = Field(None, description="None: without an end")
    created_at: datetime
    ads: int = Field(0, description="ads that are not deleted")
    role: str = Field("", description="moderator or admin; empty for buyers and sellers")


class ReportList(View):
    """Reports with something in common."""

    number: int
    newest: tuple[ReportView, ...]


class AccountHistory(View):
    """What moderators see of one account."""

    account: AccountRow
    ads_by_status: dict[str, int] = Field(description="statuses without ads are left out")
    ads: tuple[AdRow, ...] = Field(description="the newest, without deleted ones")
    deals: dict[str, int] = Field(description="as buyer or seller, by status")
    rentals: dict[str, int] = Field(description="enquiries as buyer or seller, by status")
    reports_about: ReportList = Field(description="of the account and its ads")
    reports_by: ReportList
    appeals: tuple[AppealView, ...] = Field(description="the newest")
    all_appeals: int = Field(description="number of all appeals")
    decisions: tuple[AuditRow, ...] = Field(description="the newest of others on the account and its ads")
    all_decisions: int = Field(description="number of all these decisions")
    sessions: tuple[SessionView, ...] = Field(
        description="running ones, without network addresses; those of staff for administrators alone"
    )
