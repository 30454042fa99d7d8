"""Canned replies: shipped with the schema, read by moderators, edited by administrators."""

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, Invalid, NotFound, NotSignedIn
from marketplace.domain import cases
from marketplace.domain.cases import ReplyDraft
from tests import factories

DRAFT = ReplyDraft(purpose="appeal", title=" Thanks ", text="Thank you.")


def test_a_new_site_has_replies_for_every_purpose(db: Session):
    mina = factories.actor(factories.moderator(db))
    for purpose in ("rejection", "appeal", "grievance"):
        assert len(cases.list_replies(db, mina, purpose=purpose)) >= 3
    with pytest.raises(Invalid):
        cases.list_replies(db, mina, purpose="birthday")


def test_others_neither_read_nor_write(db: Session):
    mina = factories.actor(factories.moderator(db))
    [first, *_] = cases.list_replies(db, mina)
    for actor, error in (
        (ANONYMOUS, NotSignedIn),
        (factories.actor(factories.seller(db)), Forbidden),
        (mina, Forbidden),
    ):
        for verb in (
            lambda actor=actor: cases.create_reply(db, actor, DRAFT),
            lambda actor=actor: cases.update_reply(db, actor, first.id, DRAFT),
            lambda actor=actor: cases.delete_reply(db, actor, first.id),
        ):
            with pytest.raises(error):
                verb()
    with pytest.raises(NotSignedIn):
        cases.list_replies(db, ANONYMOUS)


def test_an_administrator_edits_them(db: Session):
    admin = factories.actor(factories.admin(db))
    made = cases.create_reply(db, admin, DRAFT)
    assert cases.list_replies(db, admin, purpose="appeal")[-1] == made
    assert made.title == "Thanks"
    changed = cases.update_reply(db, admin, made.id, ReplyDraft(purpose="grievance", title="Thanks", text="Done."))
    assert (changed.purpose, changed.text) == ("grievance", "Done.")
    cases.delete_reply(db, admin, made.id)
    for verb in (lambda: cases.delete_reply(db, admin, made.id), lambda: cases.update_reply(db, admin, "x", DRAFT)):
        with pytest.raises(NotFound):
            verb()
    for odd in ({"purpose": "x"}, {"title": ""}, {"text": " "}, {"title": "x" * 81}, {"text": "x" * 1_001}):
        with pytest.raises(Invalid):
            cases.create_reply(db, admin, DRAFT.model_copy(update=odd))
