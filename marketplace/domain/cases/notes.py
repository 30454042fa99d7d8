"""Internal notes on cases, which moderators alone can read."""

from sqlmodel import Session

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.core.text import clean_required
from marketplace.domain.cases import messages, queries
from marketplace.domain.cases.assignments import parse_kind
from marketplace.domain.cases.schemas import NoteView
from marketplace.domain.once import stores_once
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, InternalNote

NOTE_LENGTH = 2_000


def list_notes(db: Session, actor: Actor, *cases: tuple[str, str]) -> list[NoteView]:
    """List the notes on cases, each named by its kind and id, newest first.

    Raises:
        NotSignedIn, Forbidden: not a moderator.
        Invalid: no such kind of case.
    """
    actor.require(AccountKind.ADMIN)
    wanted = [(parse_kind(kind), case_id) for kind, case_id in cases]
    return [NoteView.of(row, author=author) for row, author in queries.list_notes(db, wanted)]


@stores_once
def add_note(db: Session, actor: Actor, kind: str, case_id: str, text: str) -> NoteView:
    """Add a note to an ad, account, report, appeal or grievance.

    Raises:
        NotSignedIn, Forbidden: not a moderator.
        Invalid: no such kind of case, or the text is missing or too long.
        NotFound: no such case.
    """
    own = actor.require(AccountKind.ADMIN)
    case = parse_kind(kind)
    text = clean_required("text", text, missing=t(messages.NOTE_MISSING), most=NOTE_LENGTH)
    if not ids.is_id(case_id) or queries.is_open(db, case, case_id) is None:
        raise NotFound(t(messages.NO_CASE))
    made = InternalNote(kind=case, case_id=case_id, author_id=own, text=text)
    db.add(made)
    db.flush()
    return next(
        NoteView.of(row, author=author)
        for row, author in queries.list_notes(db, [(case, case_id)])
        if row.id == made.id
    )
