"""The data of the reports page."""

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import moderation
from marketplace.domain.moderation import ReportView
from marketplace.domain.paging import Window
from marketplace.domain.reviews import ReviewView
from marketplace.domain.trust import ReasonView
from marketplace.domain.views import Photo, View
from marketplace.domain.wanted import WantedView
from marketplace.i18n.texts import t, tn
from marketplace.models import ReportStatus
from marketplace.web import paths
from marketplace.web.admin import messages, times
from marketplace.web.admin.people import By, make_by
from marketplace.web.components.pagination import PageLinks, list_links


class ReportLine(View):
    """A report with its texts; `href` links to its target, empty if only the report shows the target."""

    id: str
    what: str
    name: str
    href: str
    reason: str
    text: str
    by: str
    by_id: str
    record: str
    together: str
    when: str
    status: str
    resolution: str
    outcome: By
    assigned_to: str
    assigned_to_id: str


class ReasonLine(View):
    """Why the recipient of a message was warned; `verdict` is empty if they said nothing of it."""

    title: str
    evidence: str
    verdict: str = ""


class ReportedMessage(View):
    """A message of a reported conversation."""

    name: str
    sender_id: str
    text: str
    photos: tuple[Photo, ...] = ()
    reasons: tuple[ReasonLine, ...] = ()
    when: str


class ReportDetails(View):
    """A report with its context."""

    report: ReportLine
    others: tuple[ReportLine, ...] = ()
    messages: tuple[ReportedMessage, ...] = ()
    review: ReviewView | None = None
    wanted: WantedView | None = None


class Reports(View):
    """A page of the table with its filter."""

    rows: tuple[ReportLine, ...] = ()
    status: str = "open"
    links: PageLinks = PageLinks()


def load_reports(db: Session, actor: Actor, status: str, assigned: str, window: Window) -> Reports:
    """List reports by status and assignment, in the order of `moderation.list_reports`.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    found = moderation.list_reports(db, actor, status=status, assigned=assigned, window=window)
    return Reports(
        rows=tuple(_line(report) for report in found.items),
        status=status,
        links=list_links(found, paths.ADMIN_REPORTS, status=status, assigned=assigned),
    )


def load_report(db: Session, actor: Actor, report_id: str) -> ReportDetails:
    """Load a report with its context.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such report.
    """
    item = moderation.get_report(db, actor, report_id)
    return ReportDetails(
        report=_line(item.report),
        review=item.review,
        wanted=item.wanted,
        others=tuple(_line(other) for other in item.others),
        messages=tuple(
            ReportedMessage(
                name=message.sender_name,
                sender_id=message.sender_id,
                text=message.text,
                photos=message.photos,
                reasons=tuple(_reason(reason) for reason in message.reasons),
                when=times.format_time(message.created_at),
            )
            for message in item.messages
        ),
    )


def _reason(reason: ReasonView) -> ReasonLine:
    return ReasonLine(
        title=reason.title,
        evidence=", ".join(reason.evidence),
        verdict=t(messages.VERDICTS[reason.verdict]) if reason.verdict in messages.VERDICTS else "",
    )


def _describe_record(report: ReportView) -> str:
    if not report.reporter_decided:
        return ""
    return t("{upheld} of {decided} upheld", upheld=report.reporter_upheld, decided=report.reporter_decided)


def _describe_others(report: ReportView) -> str:
    others = report.open_on_target - 1 if report.status == ReportStatus.OPEN else 0
    return tn("and {count} more report", "and {count} more reports", others) if others > 0 else ""


def _line(report: ReportView) -> ReportLine:
    hrefs = {
        "ad": paths.review(report.target_id),
        "account": paths.admin_account(report.target_id),
    }
    return ReportLine.of(
        report,
        what=t(messages.REPORT_TARGETS[report.target]),
        name=report.target_name or report.target_id,
        href=hrefs.get(report.target, ""),
        reason=report.reason_text,
        by=report.reporter_name or t("Anonymous"),
        by_id=report.reporter_id,
        record=_describe_record(report),
        together=_describe_others(report),
        when=times.format_time(report.created_at),
        outcome=make_by(report.resolved_by, report.resolved_by_id, report.resolved_at),
    )
