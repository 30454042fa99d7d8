"""The data of the page of an account."""

from collections.abc import Mapping

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import moderation
from marketplace.domain.accounts import SessionView
from marketplace.domain.ads.schemas import AdRow
from marketplace.domain.audit import AuditRow
from marketplace.domain.moderation import AccountRow, AppealView, ReportList, ReportView
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin import messages, times
from marketplace.web.admin.ad_cells import describe_ad
from marketplace.web.admin.people import By, make_by
from marketplace.web.admin.suspension import describe_suspension


class Fact(View):
    """A label with its value."""

    label: str
    value: str


class Line(View):
    """A row of a list; `href` links to its subject, if that has a page."""

    title: str
    href: str = ""
    detail: str = ""
    status: str = ""
    by: By = By()


class Section(View):
    """A list with the number of all its rows, of which only the newest are in it."""

    rows: tuple[Line, ...] = ()
    number: int = 0


class SessionLine(View):
    """A running session."""

    device: str
    used: str


class AccountPage(View):
    """An account with its lists; `may_change` is whether the caller may suspend it and sign it out."""

    account: AccountRow
    kind: str
    suspended: str
    mine: bool
    may_change: bool
    facts: tuple[Fact, ...]
    ads: Section
    reports_about: Section
    reports_by: Section
    appeals: Section
    decisions: Section
    sessions: tuple[SessionLine, ...]


def load_account(db: Session, actor: Actor, account_id: str) -> AccountPage:
    """Load the page of an account.

    Raises:
        NotSignedIn, Forbidden: not a moderator.
        NotFound: no such account.
    """
    history = moderation.get_account_history(db, actor, account_id)
    account = history.account
    ads = tuple(map(_ad, history.ads))
    return AccountPage(
        account=account,
        kind=t("Moderator") if account.role == "moderator" else t(messages.ACCOUNT_KINDS[account.kind]),
        suspended=describe_suspension(account),
        mine=actor.owns(account.id),
        may_change=actor.is_admin or not account.role,
        facts=_facts(account, history.ads_by_status, history.deals, history.rentals),
        ads=Section(rows=ads, number=account.ads),
        reports_about=_reports(history.reports_about),
        reports_by=_reports(history.reports_by),
        appeals=Section(rows=tuple(map(_appeal, history.appeals)), number=history.all_appeals),
        decisions=Section(rows=tuple(map(_decision, history.decisions)), number=history.all_decisions),
        sessions=tuple(map(_session, history.sessions)),
    )


def _facts(
    account: AccountRow, ads: Mapping[str, int], deals: Mapping[str, int], rentals: Mapping[str, int]
) -> tuple[Fact, ...]:
    pairs = (
        (t("Email"), account.email),
        (t("Phone"), account.phone),
        (t("Joined"), times.format_time(account.created_at)),
        (t("Ads"), _count(ads, messages.AD_STATUSES)),
        (t("Deals"), _count(deals, messages.TRADE_STATUSES)),
        (t("Rentals"), _count(rentals, messages.TRADE_STATUSES)),
    )
    return tuple(Fact(label=label, value=value or "–") for label, value in pairs)


def _count(numbers: Mapping[str, int], words: Mapping[str, str]) -> str:
    return ", ".join(f"{number} {t(words[status]).lower()}" for status, number in numbers.items())


def _ad(ad: AdRow) -> Line:
    return Line(title=ad.name, href=paths.review(ad.id), detail=describe_ad(ad), status=ad.status)


def _reports(found: ReportList) -> Section:
    return Section(rows=tuple(map(_report, found.newest)), number=found.number)


def _report(report: ReportView) -> Line:
    hrefs = {"ad": paths.review, "account": paths.admin_account}
    what = t(messages.REPORT_TARGETS[report.target])
    name = report.target_name
    return Line(
        title=f"{what}: {name}" if name else what,
        href=hrefs[report.target](report.target_id) if report.target in hrefs else "",
        detail=f"{report.reason_text}: {report.text}" if report.text else report.reason_text,
        status=report.status,
        by=make_by(report.reporter_name or t("Anonymous"), report.reporter_id, report.created_at),
    )


def _appeal(appeal: AppealView) -> Line:
    is_ad = appeal.target == "ad"
    return Line(
        title=t(messages.REPORT_TARGETS[appeal.target]) + (f": {appeal.target_name}" if is_ad else ""),
        href=paths.review(appeal.target_id) if is_ad else "",
        detail=appeal.text,
        status=appeal.status,
        by=make_by(appeal.owner_name, appeal.owner_id, appeal.created_at),
    )


def _decision(entry: AuditRow) -> Line:
    is_ad = entry.target == "ad"
    return Line(
        title=t(messages.AUDIT_ACTIONS[entry.action]) if entry.action in messages.AUDIT_ACTIONS else entry.action,
        href=paths.review(entry.target_id) if is_ad else "",
        detail=entry.names.get(entry.target_id, "") if is_ad else str(entry.after.get("reason") or ""),
        by=make_by(entry.actor_name or t("The server"), entry.actor_id, entry.created_at),
    )


def _session(session: SessionView) -> SessionLine:
    return SessionLine(device=session.device, used=times.format_time(session.last_seen_at))
