"""Mails about grievances: to the complainant, and to the grievance officer."""

from sqlmodel import Session

from marketplace.core import email_address
from marketplace.core.lines import quote
from marketplace.domain import law, outbox, site_time
from marketplace.domain.grievances import messages, queries, rules
from marketplace.domain.grievances.schemas import Officer
from marketplace.i18n.texts import t
from marketplace.models import Grievance
from marketplace.settings import get_settings

_DESK = "/admin/grievances"


def get_officer() -> Officer:
    """Return the grievance officer; without a setting, the site and its contact address."""
    settings = get_settings()
    return Officer(
        name=settings.grievance_officer_name or settings.site_name,
        email=settings.grievance_contact,
        phone=settings.grievance_officer_phone,
        address=settings.grievance_officer_address,
    )


def mail_received(db: Session, grievance: Grievance) -> None:
    """Acknowledge a grievance with a copy of it as recorded, and tell the officer."""
    if grievance.kind in rules.OF_AUTHORITIES:
        _mail_complainant(db, grievance, messages.ORDER_SUBJECT, messages.ORDER_TEXT)
    else:
        _mail_complainant(db, grievance, messages.RECEIVED_SUBJECT, messages.RECEIVED_TEXT)
    _mail_officer(db, grievance, messages.NEW_SUBJECT, messages.NEW_TEXT)


def mail_resolved(db: Session, grievance: Grievance) -> None:
    """Mail the answer to the complainant or authority."""
    if grievance.kind in rules.OF_AUTHORITIES:
        _mail_complainant(db, grievance, messages.ORDER_DONE_SUBJECT, messages.ORDER_DONE_TEXT)
    else:
        _mail_complainant(db, grievance, messages.RESOLVED_SUBJECT, messages.RESOLVED_TEXT)


def mail_late(db: Session, grievance: Grievance) -> None:
    """Remind the officer of a grievance whose deadline is near."""
    _mail_officer(db, grievance, messages.LATE_SUBJECT, messages.LATE_TEXT)


def _mail_complainant(db: Session, grievance: Grievance, subject: str, text: str) -> None:
    if not grievance.email:
        return
    officer = get_officer()
    values = _values(grievance) | {
        "filed": site_time.format_time(grievance.created_at),
        "name": grievance.name or "–",
        "number": grievance.authority_reference or "–",
        "behalf_of": grievance.behalf_of or "–",
        "about": grievance.about or "–",
        "copy": quote(grievance.text),
        "note": quote(grievance.note),
        "appeal": law.describe(law.APPEAL),
        "officer": officer.name,
        "contact": officer.email,
    }
    outbox.mail(
        db,
        grievance.email,
        t(subject, **values),
        t(text, **values),
        purpose="grievance",
        # The mails of a deleted account are erased with it, but this one has to reach the complainant.
        account_id=None if queries.is_from_deleted(db, grievance) else grievance.account_id,
        can_wait=False,
    )


def _mail_officer(db: Session, grievance: Grievance, subject: str, text: str) -> None:
    officer = get_officer().email
    if email_address.parse(officer) != officer:
        # A site on one machine has no address that mail reaches.
        return
    values = _values(grievance) | {"rule": rules.rule_of(grievance.kind), "link": f"{get_settings().url}{_DESK}"}
    outbox.mail(db, officer, t(subject, **values), t(text, **values), purpose="grievance_desk", can_wait=False)


def _values(grievance: Grievance) -> dict[str, str]:
    settings = get_settings()
    return {
        "reference": grievance.reference,
        "site": settings.site_name,
        "kind": t(messages.KINDS[grievance.kind]),
        "time": rules.time_of(grievance.kind),
        "resolve_by": site_time.format_time(grievance.resolve_by),
    }
