"""Warnings about messages that resemble fraud: for the recipient only, the sender never learns of them."""

from collections.abc import Sequence

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.domain import trust
from marketplace.domain.chat import messages, warning_queries
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, Message, MessageWarning, Verdict

# Earlier messages of the sender that count as context.
_EARLIER = 6


def note(db: Session, message: Message, kind: AccountKind) -> None:
    """Store what a new message resembles. The check is made alike for every message, found or not, withheld or not."""
    role = "buyer" if kind is AccountKind.BUYER else "seller"
    texts = [*warning_queries.list_earlier_texts(db, message, _EARLIER), message.text]
    for finding in trust.check([trust.Said(text, role) for text in texts]):
        db.add(
            MessageWarning(
                message_id=message.id,
                code=finding.code,
                weight=finding.weight,
                evidence=list(finding.evidence),
                version=trust.version(),
            )
        )


def list_for(db: Session, actor: Actor, rows: Sequence[Message]) -> dict[str, tuple[trust.WarningView, ...]]:
    """Return the warnings of messages that the actor received and has not called fine, the strongest first."""
    received = [row.id for row in rows if not actor.owns(row.sender_id)]
    found: dict[str, tuple[trust.WarningView, ...]] = {}
    for warning in warning_queries.list_shown(db, received) if received else ():
        if described := trust.describe(warning.code):
            found[warning.message_id] = (*found.get(warning.message_id, ()), described)
    return found


def judge_warning(db: Session, actor: Actor, message_id: str, verdict: str) -> None:
    """Store whether the recipient calls a warned message fraud or fine; a fine one shows no warning any more.

    Raises:
        NotSignedIn, Forbidden: no buyer or seller.
        Invalid: no such verdict.
        NotFound: no message with a warning that the caller received.
    """
    own_id = actor.require(AccountKind.BUYER, AccountKind.SELLER, message=t(messages.LOGIN_FIRST))
    if verdict not in (Verdict.SCAM, Verdict.FINE):
        raise Invalid(
            t(messages.UNKNOWN_VERDICT), errors=[{"field": "verdict", "message": t(messages.UNKNOWN_VERDICT)}]
        )
    warnings = warning_queries.list_received(db, own_id, message_id)
    if not warnings:
        raise NotFound()
    for warning in warnings:
        warning.verdict = Verdict(verdict)
    db.flush()
