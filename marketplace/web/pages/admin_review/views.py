"""What the desk shows of one ad, made in one go."""

from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import moderation
from marketplace.domain.ads import messages as ads_messages
from marketplace.domain.ads.schemas import AdDetail
from marketplace.domain.moderation import Decision, DeskItem, ReportView, SellerHistory
from marketplace.domain.paging import Window
from marketplace.domain.views import View
from marketplace.texts import t, tn
from marketplace.web.admin import messages, moments
from marketplace.web.admin.reasons import words_of
from marketplace.web.pages.admin_review.differences import Difference, to_differences

# How far ahead the desk looks for the next ad.
_AHEAD = 50


class Fact(View):
    """Something known, with its name."""

    label: str
    value: str


class DecisionLine(View):
    """What became of one version."""

    title: str
    review: str
    reason: str = ""
    note: str = ""
    by: str = ""


class ReportLine(View):
    """A report on the ad."""

    status: str
    reason: str
    text: str
    by: str


class ReviewPage(View):
    """One ad on the desk.

    Attributes:
        waiting_for: how long; empty for an ad that does not wait.
        facts: every plain field of the form, also the empty ones.
        differences: against the live version; empty where none is live.
        next_id: the ad that comes after it in the queue; empty where none does.
        place: where it stands in the queue, for people.
    """

    ad: AdDetail
    waiting: bool
    waiting_for: str
    resubmitted: bool
    facts: tuple[Fact, ...]
    differences: tuple[Difference, ...]
    seller_status: str
    seller_name: str
    seller_username: str
    seller: tuple[Fact, ...]
    decisions: tuple[DecisionLine, ...]
    reports: tuple[ReportLine, ...]
    next_id: str = ""
    place: str = ""


def look(db: Session, actor: Actor, ad_id: str) -> ReviewPage:
    """The ad with all that is needed to decide it.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound, Gone: no such ad, or a deleted one.
    """
    item = moderation.get_desk_item(db, actor, ad_id)
    next_id, place = _around(db, actor, ad_id)
    return ReviewPage(
        ad=item.ad,
        waiting=item.waiting,
        waiting_for=moments.age(item.waiting_since),
        resubmitted=item.resubmitted,
        facts=_facts(item),
        differences=to_differences(item.changes),
        seller_status=item.seller.status,
        seller_name=item.seller.name,
        seller_username=item.seller.username,
        seller=_seller(item.seller),
        decisions=tuple(_decision(each) for each in item.decisions),
        reports=tuple(_report(each) for each in item.reports),
        next_id=next_id,
        place=place,
    )


def _around(db: Session, actor: Actor, ad_id: str) -> tuple[str, str]:
    queue = moderation.list_queue(db, actor, window=Window(1, _AHEAD))
    waiting = [row.id for row in queue.items]
    if ad_id not in waiting:
        return (waiting[0] if waiting else ""), tn("{count} ad waits", "{count} ads wait", queue.total)
    index = waiting.index(ad_id)
    following = [*waiting[index + 1 :], *waiting[:index]]
    return (following[0] if following else ""), t("{place} of {total}", place=index + 1, total=queue.total)


def _facts(item: DeskItem) -> tuple[Fact, ...]:
    ad = item.ad
    position = "" if ad.latitude is None else f"{ad.latitude:.6f}, {ad.longitude or 0:.6f}"
    discount = f"{ad.discount_percent:g}%" if ad.discount_percent else ""
    pairs = (
        (t("Title"), ad.title),
        (t("Type"), t(ads_messages.TYPES[ad.ad_type])),
        (t("Category"), ad.category_name),
        (t("Subcategory"), ad.subcategory_name),
        (t("Price"), ad.asked_text or ad.price_text),
        (t("Discount"), f"{discount} → {ad.price_text}" if discount else ""),
        (t("Place"), ad.place),
        (t("City"), ad.city),
        (t("State"), ad.state),
        (t("Latitude and longitude"), position),
        (t("Posted"), moments.show(ad.created_at)),
        (t("Handed in"), moments.show(item.waiting_since) if item.waiting else ""),
        (t("Published"), moments.show(ad.published_at)),
        (t("Expires"), moments.show(ad.expires_at)),
    )
    return tuple(Fact(label=label, value=value) for label, value in pairs)


def _seller(seller: SellerHistory) -> tuple[Fact, ...]:
    ads = [f"{t(messages.AD_STATUSES[status])} {count}" for status, count in seller.ads.items()]
    reports = str(seller.reports)
    if seller.open_reports:
        reports = t("{all}, of which {open} open", all=seller.reports, open=seller.open_reports)
    pairs = (
        (t("Joined"), moments.show(seller.joined_at)),
        (t("With us"), tn("{count} day", "{count} days", seller.days)),
        (t("Ads"), ", ".join(ads)),
        (t("Rejections so far"), str(seller.rejections)),
        (t("Reports"), reports),
    )
    return tuple(Fact(label=label, value=value) for label, value in pairs)


def _decision(decision: Decision) -> DecisionLine:
    by = ""
    if decision.decided_at:
        by = t("{name}, {when}", name=decision.decided_by or "–", when=moments.show(decision.decided_at))
    return DecisionLine(
        title=t("Version {number} of {when}", number=decision.number, when=moments.show(decision.submitted_at)),
        review=decision.review,
        reason=words_of(decision.reason_code),
        note=decision.note,
        by=by,
    )


def _report(report: ReportView) -> ReportLine:
    name = report.reporter_name or t("Anonymous")
    return ReportLine(
        status=report.status,
        reason=report.reason_text,
        text=report.text,
        by=t("{name}, {when}", name=name, when=moments.show(report.created_at)),
    )
