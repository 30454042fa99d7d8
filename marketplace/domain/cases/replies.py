"""Canned replies: texts for decisions and answers, edited by administrators and inserted by moderators."""

from sqlmodel import Session

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.core.text import clean_line, clean_required
from marketplace.domain import audit
from marketplace.domain.cases import messages, queries
from marketplace.domain.cases.schemas import ReplyDraft, ReplyView
from marketplace.domain.once import stores_once
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, CannedReply, ReplyPurpose

TITLE_LENGTH, TEXT_LENGTH = 80, 1_000


def list_replies(db: Session, actor: Actor, *, purpose: str = "") -> list[ReplyView]:
    """List the canned replies for rejection, appeal, grievance or suspension, or all, in their order.

    Raises:
        NotSignedIn, Forbidden: not a moderator.
        Invalid: no such purpose.
    """
    actor.require(AccountKind.ADMIN)
    return [ReplyView.of(row) for row in queries.list_replies(db, _parse(purpose) if purpose else None)]


@stores_once
def create_reply(db: Session, actor: Actor, draft: ReplyDraft) -> ReplyView:
    """Create a canned reply at the end of the order.

    Raises:
        NotSignedIn, Forbidden: not an administrator.
        Invalid: no such purpose, or a text is missing or too long.
    """
    actor.require_admin()
    last = max((row.position for row in queries.list_replies(db, None)), default=-1)
    purpose, title, text = _check(draft)
    made = CannedReply(purpose=purpose, title=title, text=text, position=last + 1)
    db.add(made)
    db.flush()
    audit.write(db, actor, "reply.create", "reply", made.id, {}, _state(made))
    return ReplyView.of(made)


def update_reply(db: Session, actor: Actor, reply_id: str, draft: ReplyDraft) -> ReplyView:
    """Replace a canned reply.

    Raises:
        NotSignedIn, Forbidden, Invalid: as for `create_reply`.
        NotFound: no such reply.
    """
    actor.require_admin()
    row = _get(db, reply_id)
    before = _state(row)
    row.purpose, row.title, row.text = _check(draft)
    db.flush()
    audit.write(db, actor, "reply.update", "reply", row.id, before, _state(row))
    return ReplyView.of(row)


def delete_reply(db: Session, actor: Actor, reply_id: str) -> None:
    """Delete a canned reply; answers that were given with it stay.

    Raises:
        NotSignedIn, Forbidden: not an administrator.
        NotFound: no such reply.
    """
    actor.require_admin()
    row = _get(db, reply_id)
    audit.write(db, actor, "reply.delete", "reply", row.id, _state(row))
    db.delete(row)
    db.flush()


def _get(db: Session, reply_id: str) -> CannedReply:
    row = db.get(CannedReply, reply_id) if ids.is_id(reply_id) else None
    if row is None:
        raise NotFound(t(messages.NO_REPLY))
    return row


def _parse(purpose: str) -> ReplyPurpose:
    if purpose not in list(ReplyPurpose):
        raise Invalid(t(messages.UNKNOWN_PURPOSE), "purpose")
    return ReplyPurpose(purpose)


def _check(draft: ReplyDraft) -> tuple[ReplyPurpose, str, str]:
    return (
        _parse(draft.purpose),
        clean_required("title", clean_line(draft.title), missing=t(messages.TITLE_MISSING), most=TITLE_LENGTH),
        clean_required("text", draft.text, missing=t(messages.TEXT_MISSING), most=TEXT_LENGTH),
    )


def _state(row: CannedReply) -> dict[str, str]:
    return {"purpose": row.purpose.value, "title": row.title, "text": row.text}
