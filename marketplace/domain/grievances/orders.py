"""Orders of courts and authorities: staff enters them, and they wait in the same queue as grievances."""

from datetime import datetime

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.text import check_length, clean, clean_line, clean_required
from marketplace.domain import audit, law, site_time
from marketplace.domain.grievances import mails, messages, rules, service
from marketplace.domain.grievances.schemas import GrievanceView, OrderDraft
from marketplace.domain.once import stores_once
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, Grievance, GrievanceKind

_REFERENCE_LETTERS = 8


@stores_once
def enter_order(db: Session, actor: Actor, draft: OrderDraft) -> GrievanceView:
    """Enter an order, from whose receipt its time runs, and mail an acknowledgement if there is an address.

    Raises:
        NotSignedIn, Forbidden: not a moderator.
        Invalid: no such kind, a text is missing or too long, or the time is none or in the future.
    """
    own = actor.require(AccountKind.ADMIN)
    kind = clean(draft.kind) or GrievanceKind.ORDER.value
    if kind not in rules.OF_AUTHORITIES:
        raise Invalid(t(messages.UNKNOWN_KIND), "kind")
    kind, received_at = GrievanceKind(kind), _parse_time(draft.received_at)
    made = Grievance(
        reference="",
        kind=kind,
        name=clean_required("authority", clean_line(draft.authority), missing=t(messages.AUTHORITY_MISSING), most=120),
        authority_reference=check_length("authority_reference", clean_line(draft.authority_reference), 120),
        legal_basis=clean_required(
            "legal_basis", clean_line(draft.legal_basis), missing=t(messages.BASIS_MISSING), most=300
        ),
        about=check_length("about", clean_line(draft.about), 2_000),
        text=clean_required("text", draft.text, missing=t(messages.ASKED_MISSING), most=4_000),
        email=service.parse_email(draft.email),
        acknowledge_by=rules.acknowledge_by(kind, received_at),
        resolve_by=rules.resolve_by(kind, received_at),
        entered_by=own,
        created_at=received_at,
    )
    made.reference = f"O-{made.id[-_REFERENCE_LETTERS:]}"
    db.add(made)
    db.flush()
    entered = {"kind": kind.value, "authority": made.name, "reference": made.reference}
    audit.write(db, actor, "order.enter", "grievance", made.id, after=entered)
    mails.mail_received(db, made)
    return service.get_view(db, made.id)


def _parse_time(text: str) -> datetime:
    now = clock.now()
    if not clean(text):
        return now
    moment = site_time.parse(clean(text))
    # Deadlines of earlier ones would lie before the first day that a database can store.
    if moment is None or moment > now or moment.year < law.IT_RULES_SINCE.year:
        raise Invalid(t(messages.BAD_TIME), "received_at")
    return moment
