"""Files, lists and resolves grievances (IT Rules 2021, rule 3(2))."""

from collections.abc import Mapping, Sequence

from sqlmodel import Session

from marketplace.core import clock, email_address, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Invalid, NotFound
from marketplace.core.text import check_length, clean, clean_line, clean_required
from marketplace.domain import accounts, audit, cases, site_links
from marketplace.domain.cases import AssignmentView
from marketplace.domain.grievances import mails, messages, queries, rules
from marketplace.domain.grievances.queries import GrievanceRow
from marketplace.domain.grievances.schemas import GrievanceDraft, GrievanceView, Receipt, Target
from marketplace.domain.once import stores_once
from marketplace.domain.paging import EVERYTHING, Page, Window, make_page
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import AccountKind, CaseKind, Grievance, GrievanceKind, GrievanceStatus
from marketplace.settings import get_settings

_MOST = {"name": 120, "behalf_of": 120, "about": 500, "text": 4_000}
NOTE_LENGTH = 2_000
_REFERENCE_LETTERS = 8


@stores_once
def file_grievance(db: Session, actor: Actor, draft: GrievanceDraft) -> Receipt:
    """File a grievance, and mail an acknowledgement if there is an address. No account is needed.

    An account that repeats an open one gets its reference again.

    Raises:
        Invalid: no such kind, the text is missing, a text is too long, or the email is not one.
        TooMany: too many grievances from this account or network address.
    """
    kind = _check_kind(draft.kind)
    cleaned = {name: clean_line(getattr(draft, name)) for name in _MOST} | {"text": clean(draft.text)}
    texts = {name: check_length(name, text, _MOST[name]) for name, text in cleaned.items()}
    if not texts["text"]:
        raise Invalid(t(messages.TEXT_MISSING), "text")
    email = _find_email(db, actor, draft.email)
    rule = get_settings().limit_grievances
    limits.hit(rule, "grievance", "address", actor.address)
    if email:
        # The acknowledgement has the text of the complaint, and whoever typed the address may not own it.
        limits.hit(rule, "grievance", "email", email)
    if actor.account_id:
        limits.hit(rule, "grievance", "account", actor.account_id)
        if same := queries.find_same(db, actor.account_id, {"kind": kind, "email": email, **texts}):
            return receipt_of(same)
    now = clock.now()
    made = Grievance(
        reference="",
        account_id=actor.account_id,
        kind=kind,
        email=email,
        acknowledge_by=rules.acknowledge_by(kind, now),
        resolve_by=rules.resolve_by(kind, now),
        name=texts["name"],
        behalf_of=texts["behalf_of"],
        about=texts["about"],
        text=texts["text"],
        created_at=now,
    )
    made.reference = f"G-{made.id[-_REFERENCE_LETTERS:]}"
    db.add(made)
    db.flush()
    mails.mail_received(db, made)
    return receipt_of(made)


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
    items = tuple(_views(db, rows, taken))
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
    grievance = lock_open(db, grievance_id)
    grievance.status, grievance.note = GrievanceStatus.RESOLVED, note
    grievance.resolved_by, grievance.resolved_at = actor.account_id, clock.now()
    if queries.is_from_deleted(db, grievance):
        grievance.text = grievance.about = grievance.behalf_of = ""
        cases.delete_notes(db, CaseKind.GRIEVANCE, grievance.id)
    before = {"status": GrievanceStatus.OPEN.value}
    after = {"status": GrievanceStatus.RESOLVED.value, "note": note}
    audit.write(db, actor, "grievance.resolve", "grievance", grievance.id, before, after)
    mails.mail_resolved(db, grievance)
    return get_view(db, grievance.id)


def lock_open(db: Session, grievance_id: str) -> Grievance:
    """Load and lock a grievance that is not resolved.

    Raises:
        NotFound: no such grievance.
        Conflict: it is resolved already.
    """
    grievance = queries.lock(db, grievance_id) if ids.is_id(grievance_id) else None
    if grievance is None:
        raise NotFound(t(messages.NO_GRIEVANCE))
    if grievance.status is not GrievanceStatus.OPEN:
        raise Conflict(t(messages.CLOSED))
    return grievance


def get_view(db: Session, grievance_id: str) -> GrievanceView:
    """Return a grievance, which exists, as staff sees it."""
    return _views(db, [queries.get_row(db, grievance_id)], {})[0]


def _check_kind(kind: str) -> GrievanceKind:
    kind = clean(kind).lower().replace(" ", "_") or GrievanceKind.OTHER.value
    if kind not in rules.OF_COMPLAINANTS:
        raise Invalid(t(messages.UNKNOWN_KIND), "kind")
    return GrievanceKind(kind)


def parse_email(typed: str) -> str:
    """Return the address; empty for an empty text.

    Raises:
        Invalid: it is none.
    """
    if not clean(typed):
        return ""
    address = email_address.parse(clean(typed))
    if address is None:
        raise Invalid(t(messages.BAD_EMAIL), "email")
    return address


def _find_email(db: Session, actor: Actor, typed: str) -> str:
    if address := parse_email(typed):
        return address
    account = accounts.find_account(db, actor.account_id) if actor.account_id else None
    return account.email if account else ""


def receipt_of(grievance: Grievance) -> Receipt:
    """Return what the complainant keeps."""
    kind = t(messages.KINDS[grievance.kind])
    return Receipt.of(grievance, kind_text=kind, time=rules.time_of(grievance.kind))


def _views(db: Session, rows: Sequence[GrievanceRow], taken: Mapping[str, AssignmentView]) -> list[GrievanceView]:
    """Build the views of staff, with the ads and accounts that the addresses name."""
    named = {row.id: dict.fromkeys(target_id for _, target_id in site_links.parse(row.about)) for row, _, _ in rows}
    names = queries.list_names(db, {target_id for found in named.values() for target_id in found})
    held = queries.list_held(db, list(named))
    return [
        GrievanceView.of(
            row,
            kind_text=t(messages.KINDS[row.kind]),
            rule=rules.rule_of(row.kind),
            username=username or "",
            account_id=row.account_id or "",
            targets=tuple(
                Target(kind=names[it][0], id=it, name=names[it][1], held_until=held.get((row.id, it)))
                for it in named[row.id]
                if it in names
            ),
            overdue=row.status is GrievanceStatus.OPEN and clock.now() > row.resolve_by,
            note=row.note,
            resolved_by=admin or "",
            resolved_by_id=row.resolved_by or "",
            resolved_at=row.resolved_at,
            **cases.named(taken.get(row.id)),
        )
        for row, username, admin in rows
    ]
