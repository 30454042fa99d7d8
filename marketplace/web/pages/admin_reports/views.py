"""What the reports' page shows."""

from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import moderation
from marketplace.domain.moderation import ReportView
from marketplace.domain.paging import Window
from marketplace.domain.views import Photo, View
from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.admin import messages, moments
from marketplace.web.components.pagination import PageLinks, page_links


class ReportLine(View):
    """A report for people; `href` leads to what it is about, empty where only the report shows that."""

    id: str
    what: str
    name: str
    href: str
    reason: str
    text: str
    by: str
    when: str
    status: str
    outcome: str


class Said(View):
    """A message of a reported conversation."""

    name: str
    text: str
    photos: tuple[Photo, ...] = ()
    when: str


class OneReport(View):
    """A report with what is needed to deal with it."""

    report: ReportLine
    others: tuple[ReportLine, ...] = ()
    messages: tuple[Said, ...] = ()


class Reports(View):
    """A page of them."""

    rows: tuple[ReportLine, ...] = ()
    status: str = "open"
    links: PageLinks = PageLinks()


def look(db: Session, actor: Actor, status: str, page: int) -> Reports:
    """Reports of one status: open ones oldest first, others newest first.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    found = moderation.list_reports(db, actor, status=status, window=Window(page, get_settings().page_size))
    return Reports(
        rows=tuple(_line(report) for report in found.items),
        status=status,
        links=page_links(found.page, found.pages, lambda number: address(status, number)),
    )


def look_at(db: Session, actor: Actor, report_id: str) -> OneReport:
    """One report.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such report.
    """
    item = moderation.get_report(db, actor, report_id)
    return OneReport(
        report=_line(item.report),
        others=tuple(_line(other) for other in item.others),
        messages=tuple(
            Said(
                name=message.sender_name,
                text=message.text,
                photos=message.photos,
                when=moments.show(message.created_at),
            )
            for message in item.messages
        ),
    )


def address(status: str, page: int = 1) -> str:
    """The list's own address."""
    return paths.with_query(paths.ADMIN_REPORTS, status=status, page=str(page) if page > 1 else "")


def _line(report: ReportView) -> ReportLine:
    hrefs = {
        "ad": paths.review(report.target_id),
        "account": paths.with_query(paths.ADMIN_ACCOUNTS, q=report.target_id),
    }
    outcome = ""
    if report.resolved_at:
        outcome = t("{name}, {when}", name=report.resolved_by, when=moments.show(report.resolved_at))
        outcome = f"{report.resolution} ({outcome})" if report.resolution else outcome
    return ReportLine(
        id=report.id,
        what=t(messages.REPORT_TARGETS[report.target]),
        name=report.target_name or report.target_id,
        href=hrefs.get(report.target, ""),
        reason=report.reason_text,
        text=report.text,
        by=report.reporter_name or t("Anonymous"),
        when=moments.show(report.created_at),
        status=report.status,
        outcome=outcome,
    )
