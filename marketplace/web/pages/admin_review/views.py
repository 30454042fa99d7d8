"""The data of the review page, loaded in one query call."""

from datetime import datetime

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import ad_texts, moderation, price_units
from marketplace.domain.ads import messages as ads_messages
from marketplace.domain.ads.schemas import AdDetail
from marketplace.domain.moderation import Decision, LinkedAccount, QueueItem, ReportView, SellerHistory, Signal
from marketplace.domain.paging import Window
from marketplace.domain.views import View
from marketplace.i18n.texts import t, tn
from marketplace.web.admin import messages, times
from marketplace.web.admin.people import By, make_by
from marketplace.web.admin.reasons import reason_text
from marketplace.web.pages.admin_review.differences import Difference, to_differences

# The number of queue entries searched for the next ad.
_AHEAD = 50
# Weights of signals from which they are called so.
_STRONG, _MEDIUM = 0.7, 0.5


class Fact(View):
    """A label with its value."""

    label: str
    value: str


class DecisionLine(View):
    """A decision on a version."""

    title: str
    review: str
    reason: str = ""
    note: str = ""
    by: By = By()


class AdReport(View):
    """A report on the ad."""

    status: str
    reason: str
    text: str
    by: By


class SignalLine(View):
    """A reason to look more closely.

    Attributes:
        strength: strong, medium or weak.
        ad_id: the other ad that it is about, if there is one.
    """

    strength: str
    text: str
    ad_id: str = ""


class ReviewPage(View):
    """An ad under review.

    Attributes:
        waiting_for: waiting time; empty if the ad does not wait.
        facts: all plain fields of the form, including empty ones.
        differences: changes to the live version; empty if no version is live.
        rejected_version: the version that was rejected before this one, if nothing was approved since.
        since_rejection: changes to that version.
        next_id: id of the next ad in the queue; empty if there is none.
        place: text with the position in the queue.
    """

    ad: AdDetail
    waiting: bool
    waiting_for: str
    resubmitted: bool
    facts: tuple[Fact, ...]
    differences: tuple[Difference, ...]
    rejected_version: int | None
    since_rejection: tuple[Difference, ...]
    seller_status: str
    seller_name: str
    seller_username: str
    seller: tuple[Fact, ...]
    decisions: tuple[DecisionLine, ...]
    reports: tuple[AdReport, ...]
    signals: tuple[SignalLine, ...]
    linked: tuple[LinkedAccount, ...]
    next_id: str
    place: str
    assigned_to: str
    assigned_to_id: str


def load_review(db: Session, actor: Actor, ad_id: str) -> ReviewPage:
    """Load the review page of an ad.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound, Gone: no such ad, or a deleted ad.
    """
    item = moderation.get_queue_item(db, actor, ad_id)
    next_id, place = _queue_position(db, actor, ad_id)
    return ReviewPage.of(
        item,
        waiting_for=times.format_age(item.waiting_since),
        facts=_facts(item),
        differences=to_differences(item.changes),
        since_rejection=to_differences(item.changes_since_rejection),
        seller_status=item.seller.status,
        seller_name=item.seller.name,
        seller_username=item.seller.username,
        seller=_seller(item.seller),
        decisions=tuple(_decision(each) for each in item.decisions),
        reports=tuple(_report(each) for each in item.reports),
        signals=tuple(_signal(each) for each in item.signals),
        linked=item.linked_accounts,
        next_id=next_id,
        place=place,
    )


def _queue_position(db: Session, actor: Actor, ad_id: str) -> tuple[str, str]:
    queue = moderation.list_queue(db, actor, window=Window(1, _AHEAD))
    waiting = [row.id for row in queue.items]
    if ad_id not in waiting:
        return (waiting[0] if waiting else ""), tn("{count} ad waiting", "{count} ads waiting", queue.total)
    index = waiting.index(ad_id)
    following = [*waiting[index + 1 :], *waiting[:index]]
    return (following[0] if following else ""), t("{place} of {total}", place=index + 1, total=queue.total)


def _facts(item: QueueItem) -> tuple[Fact, ...]:
    ad = item.ad
    position = "" if ad.latitude is None else f"{ad.latitude:.6f}, {ad.longitude or 0:.6f}"
    discount = f"{ad.discount_percent:g}%" if ad.discount_percent else ""
    pairs = (
        *_texts(ad, "basics"),
        (t("Type"), t(ads_messages.TYPES[ad.ad_type])),
        (t("Category"), ad.category_name),
        (t("Subcategory"), ad.subcategory_name),
        (t("Price"), price_units.format_price(ad.asked_paise, ad.price_unit)),
        (t("Discount"), f"{discount} → {ad.price_text}" if discount else ""),
        *_texts(ad, "location"),
        (t("Latitude and longitude"), position),
        (t("Posted"), times.format_time(ad.created_at)),
        (t("Submitted"), times.format_time(item.waiting_since or _last_submission(item))),
        (t("Published"), times.format_time(ad.published_at)),
        (t("Expires"), times.format_time(ad.expires_at)),
    )
    return tuple(Fact(label=label, value=value) for label, value in pairs)


def _last_submission(item: QueueItem) -> datetime | None:
    return item.decisions[0].submitted_at if item.decisions else None


def _texts(ad: AdDetail, section: str) -> list[tuple[str, str]]:
    # The name is the page's heading.
    return [(text.label(), getattr(ad, text.name)) for text in ad_texts.in_section(section) if text.name != "name"]


def _seller(seller: SellerHistory) -> tuple[Fact, ...]:
    ads = [f"{t(messages.AD_STATUSES[status])} {count}" for status, count in seller.ads.items()]
    reports = str(seller.reports)
    if seller.open_reports:
        reports = t("{all} ({open} open)", all=seller.reports, open=seller.open_reports)
    pairs = (
        (t("Joined"), times.format_time(seller.joined_at)),
        (t("Member for"), tn("{count} day", "{count} days", seller.days)),
        (t("Ads"), ", ".join(ads)),
        (t("Rejections"), str(seller.rejections)),
        (t("Reports"), reports),
    )
    return tuple(Fact(label=label, value=value) for label, value in pairs)


def _decision(decision: Decision) -> DecisionLine:
    return DecisionLine(
        title=t("Version {number}, {when}", number=decision.number, when=times.format_time(decision.submitted_at)),
        review=decision.review,
        reason=reason_text(decision.reason_code),
        note=decision.note,
        by=make_by(decision.decided_by, decision.decided_by_id, decision.decided_at),
    )


def _signal(signal: Signal) -> SignalLine:
    strength = "strong" if signal.weight >= _STRONG else "medium" if signal.weight >= _MEDIUM else "weak"
    return SignalLine(strength=strength, text=signal.text, ad_id=signal.ad_id)


def _report(report: ReportView) -> AdReport:
    return AdReport(
        status=report.status,
        reason=report.reason_text,
        text=report.text,
        by=make_by(report.reporter_name or t("Anonymous"), report.reporter_id, report.created_at),
    )
