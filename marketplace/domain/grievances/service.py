"""Files, lists and resolves grievances (IT Rules 2021, rule 3(2))."""

from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace.core import clock, email_address, ids
from marketplace.core.actor import Actor
from marketplace.core.dates import format_moment
from marketplace.core.errors import Conflict, Invalid, NotFound
from marketplace.core.lines import quote
from marketplace.core.text import check_length, clean, clean_line, clean_required
from marketplace.domain import accounts, audit, cases, law, outbox
from marketplace.domain.cases import AssignmentView
from marketplace.domain.grievances import messages, queries, rules
from marketplace.domain.grievances.queries import GrievanceRow
from marketplace.domain.grievances.schemas import GrievanceDraft, GrievanceView, Officer, Receipt
from marketplace.domain.paging import EVERYTHING, Page, Window, make_page
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import AccountKind, CaseKind, Grievance, GrievanceKind, GrievanceStatus
from marketplace.settings import get_settings

_MOST = {"name": 120, "about": 500, "text": 4_000}
NOTE_LENGTH = 2_000
_REFERENCE_LETTERS = 8


def get_officer() -> Officer:
    """Return the grievance officer; without a setting, the site and its contact address."""
    settings = get_settings()
    return Officer(
        name=settings.grievance_officer_name or settings.site_name,
        email=settings.grievance_contact,
        phone=settings.grievance_officer_phone,
        address=settings.grievance_officer_address,
    )


def file_grievance(db: Session, actor: Actor, draft: GrievanceDraft) -> Receipt:
    """File a grievance, and mail an acknowledgement if there is an address. No account is needed.

    An account that repeats an open one gets its reference again.

    Raises:
        Invalid: no such kind, the text is missing, a text is too long, or the email is not one.
        TooMany: too many grievances from this account or network address.
    """
    kind = _check_kind(draft.kind)
    cleaned = {"name": clean_line(draft.name), "about": clean_line(draft.about), "text": clean(draft.text)}
    texts = {name: check_length(name, text, _MOST[name]) for name, text in cleaned.items()}
    if not texts["text"]:
        raise Invalid(t(messages.TEXT_MISSING), "text")
    email = _find_email(db, actor, draft.email)
    rule = get_settings().limit_grievances
    limits.hit(rule, "grievance", "address", actor.address)
    if actor.account_id:
        limits.hit(rule, "grievance", "account", actor.account_id)
        if same := queries.find_same(db, actor.account_id, {"kind": kind, "email": email, **texts}):
            return Receipt.of(same)
    now = clock.now()
    made = Grievance(
        reference="",
        account_id=actor.account_id,
        kind=kind,
        email=email,
        acknowledge_by=now + law.ACKNOWLEDGE.duration,
        resolve_by=rules.resolve_by(kind, now),
        name=texts["name"],
        about=texts["about"],
        text=texts["text"],
        created_at=now,
    )
    made.reference = f"G-{made.id[-_REFERENCE_LETTERS:]}"
    db.add(made)
    db.flush()
    _mail(db, made, messages.RECEIVED_SUBJECT, messages.RECEIVED_TEXT)
    return Receipt.of(made)


def list_grievances(
    db: Session, actor: Actor, *, status: str = "open", assigned: str = "", window: Window = EVERYTHING
) -> Page[GrievanceView]:
    """List grievances for an admin: open ones by deadline, others newest first; an empty status means all.

    Args:
        assigned: as for `cases.filter_by`.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        Invalid: no such status or filter.
    """
    actor.require(AccountKind.ADMIN)
    if status and status not in list(GrievanceStatus):
        raise Invalid(t(messages.UNKNOWN_STATUS), "status")
    conditions = cases.filter_by(actor, CaseKind.GRIEVANCE, Grievance.id, assigned)
    rows, total = queries.list_grievances(db, status, window, conditions)
    taken = cases.list_assignments(db, actor, CaseKind.GRIEVANCE, [row.id for row, _, _ in rows])
    items = tuple(_view(row, taken.get(row[0].id)) for row in rows)
    return make_page(items, total, window)


def resolve_grievance(db: Session, actor: Actor, grievance_id: str, note: str) -> GrievanceView:
    """Resolve a grievance, and mail the note to the complainant if there is an address.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such grievance.
        Invalid: the note is missing or too long.
        Conflict: it is resolved already.
    """
    actor.require(AccountKind.ADMIN)
    note = clean_required("note", note, missing=t(messages.NOTE_MISSING), most=NOTE_LENGTH)
    grievance = queries.lock(db, grievance_id) if ids.is_id(grievance_id) else None
    if grievance is None:
        raise NotFound(t(messages.NO_GRIEVANCE))
    if grievance.status is not GrievanceStatus.OPEN:
        raise Conflict(t(messages.CLOSED))
    grievance.status, grievance.note = GrievanceStatus.RESOLVED, note
    grievance.resolved_by, grievance.resolved_at = actor.account_id, clock.now()
    if queries.is_from_deleted(db, grievance):
        grievance.text = grievance.about = ""
        cases.forget_notes(db, CaseKind.GRIEVANCE, grievance.id)
    before = {"status": GrievanceStatus.OPEN.value}
    after = {"status": GrievanceStatus.RESOLVED.value, "note": note}
    audit.write(db, actor, "grievance.resolve", "grievance", grievance.id, before, after)
    _mail(db, grievance, messages.RESOLVED_SUBJECT, messages.RESOLVED_TEXT, note=quote(note))
    row = queries.find_row(db, grievance.id)
    if row is None:
        raise NotFound(t(messages.NO_GRIEVANCE))
    return _view(row)


def _check_kind(kind: str) -> GrievanceKind:
    kind = clean(kind).lower().replace(" ", "_") or GrievanceKind.OTHER.value
    if kind not in list(GrievanceKind):
        raise Invalid(t(messages.UNKNOWN_KIND), "kind")
    return GrievanceKind(kind)


def _find_email(db: Session, actor: Actor, typed: str) -> str:
    if clean(typed):
        address = email_address.parse(clean(typed))
        if address is None:
            raise Invalid(t(messages.BAD_EMAIL), "email")
        return address
    account = accounts.find_account(db, actor.account_id) if actor.account_id else None
    return account.email if account else ""


def _mail(db: Session, grievance: Grievance, subject: str, text: str, **values: str) -> None:
    if not grievance.email:
        return
    settings, officer = get_settings(), get_officer()
    known = {
        "reference": grievance.reference,
        "site": settings.site_name,
        "kind": t(messages.KINDS[grievance.kind]),
        "resolve_by": format_moment(grievance.resolve_by, ZoneInfo(settings.ad_timezone)),
        "appeal": law.describe(law.APPEAL),
        "officer": officer.name,
        "contact": officer.email,
        **values,
    }
    outbox.mail(
        db,
        grievance.email,
        t(subject, **known),
        t(text, **known),
        purpose="grievance",
        account_id=grievance.account_id,
        can_wait=False,
    )


def _view(row: GrievanceRow, taken: AssignmentView | None = None) -> GrievanceView:
    grievance, username, admin = row
    is_open = grievance.status is GrievanceStatus.OPEN
    return GrievanceView.of(
        grievance,
        kind_text=t(messages.KINDS[grievance.kind]),
        username=username or "",
        overdue=is_open and clock.now() > grievance.resolve_by,
        note=grievance.note,
        resolved_by=admin or "",
        resolved_at=grievance.resolved_at,
        **cases.named(taken),
    )
