"""Tells accounts of a breach of personal data, and drafts the reports to the authorities (DPDP Rules 2025, rule 7).

The command line calls it, since whoever deals with a breach may not trust the sessions of the site.
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC
from typing import Any

from pydantic import ValidationError
from sqlmodel import Session, col

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.dates import format_date
from marketplace.core.errors import Invalid
from marketplace.domain import audit, content, jobs, law, outbox, site_time
from marketplace.domain.breaches import messages, queries
from marketplace.domain.breaches.schemas import BreachDraft, Preview
from marketplace.i18n.texts import t
from marketplace.models import Account, Breach
from marketplace.settings import get_settings

NOTIFY_JOB = "breaches.notify"
_AT_ONCE = 100
_TEXTS = ("nature", "extent", "timing", "location", "consequences", "measures", "advice", "contact")


def preview(db: Session, values: Mapping[str, Any]) -> Preview:
    """Return whom a breach would be told to, in which words, and the drafts for the authorities. Writes nothing.

    Args:
        values: fields of `BreachDraft`.

    Raises:
        Invalid: a field is missing, unknown or too long, nobody is affected, or an account is unknown.
    """
    draft = _parse(db, values)
    conditions = queries.affected(draft)
    number = queries.count(db, conditions)
    known = queries.find(db, _digest(draft))
    texts = _texts(draft)
    return Preview(
        accounts=number,
        told=queries.count(db, [*conditions, col(Account.id) <= known.told_through]) if known else 0,
        subject=t(messages.SUBJECT, **texts),
        notice=t(messages.TEXT, **texts),
        board=_report(messages.BOARD, draft, law.BREACH, count=str(number), since=format_date(law.BREACH.since)),
        cert_in=_report(messages.CERT_IN, draft, law.INCIDENT, keep=law.describe(law.KEEP)),
    )


def send(db: Session, values: Mapping[str, Any]) -> int:
    """Tell the affected accounts by notification and mail, in steps by a job, and log it.

    A description that was sent before goes on where it stopped, so nobody is told twice.

    Returns:
        The number of affected accounts.

    Raises:
        Invalid: as for `preview`.
    """
    draft = _parse(db, values)
    digest = _digest(draft)
    breach = queries.find(db, digest)
    if breach is None:
        breach = Breach(digest=digest, content=draft.model_dump(mode="json"), noticed_at=draft.noticed_at)
        db.add(breach)
        db.flush()
    number = queries.count(db, queries.affected(draft))
    audit.write(db, ANONYMOUS, "breach.send", "breach", breach.id, after={"accounts": number})
    jobs.enqueue(db, NOTIFY_JOB, {"breach_id": breach.id})
    return number


def notify_affected(db: Session, payload: Mapping[str, Any]) -> int:
    """Tell the next accounts; the handler of NOTIFY_JOB.

    Returns:
        Their number; call it again until it is 0.
    """
    breach = queries.lock(db, payload["breach_id"])
    if breach is None:
        return 0
    draft = BreachDraft(**breach.content)
    texts = _texts(draft)
    accounts = queries.list_next(db, queries.affected(draft), breach.told_through, _AT_ONCE)
    for account in accounts:
        content.notify(db, account.id, "breach", values={name: texts[name] for name in ("nature", "advice")})
        outbox.mail(
            db,
            account.email,
            t(messages.SUBJECT, **texts),
            t(messages.TEXT, **texts),
            purpose="breach",
            account_id=account.id,
            dedupe_key=f"breach:{breach.id}:{account.id}",
            can_wait=False,
        )
        breach.told_through = account.id
    db.flush()
    return len(accounts)


def _parse(db: Session, values: Mapping[str, Any]) -> BreachDraft:
    try:
        draft = BreachDraft.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise Invalid(t(messages.BAD_DRAFT, problem=f"{field}: {first['msg']}"), field) from None
    moment = draft.noticed_at if draft.noticed_at.tzinfo else draft.noticed_at.replace(tzinfo=site_time.zone())
    draft.noticed_at = moment.astimezone(UTC)
    if draft.noticed_at > clock.now():
        raise Invalid(t(messages.FUTURE), "noticed_at")
    if not (draft.everybody or draft.accounts or draft.active):
        raise Invalid(t(messages.NOBODY), "accounts")
    if unknown := set(draft.accounts) - queries.list_known(db, draft.accounts):
        raise Invalid(t(messages.UNKNOWN_ACCOUNT, account_id=min(unknown)), "accounts")
    return draft


def _digest(draft: BreachDraft) -> str:
    return hashlib.sha256(draft.model_dump_json().encode()).hexdigest()


def _texts(draft: BreachDraft) -> dict[str, str]:
    settings = get_settings()
    return {"site": settings.site_name, "url": settings.url, **{name: getattr(draft, name).strip() for name in _TEXTS}}


def _report(text: str, draft: BreachDraft, deadline: law.Deadline, **values: str) -> str:
    times = {
        "noticed": site_time.format_time(draft.noticed_at),
        "by": site_time.format_time(draft.noticed_at + deadline.duration),
        "time": law.describe(deadline),
    }
    return t(text, **_texts(draft), **times, **values)
