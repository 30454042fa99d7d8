"""Internal notes: moderators alone read them, and they go with the account."""

import pytest
from sqlmodel import Session, select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, Invalid, NotFound, NotSignedIn
from marketplace.domain import cases, moderation
from marketplace.domain.personal_data import archive, rows
from marketplace.models import InternalNote, Report, ReportTarget
from tests import factories


def test_only_moderators_read_and_write_notes(db: Session):
    seller = factories.seller(db)
    for actor, error in ((ANONYMOUS, NotSignedIn), (factories.actor(seller), Forbidden)):
        with pytest.raises(error):
            cases.add_note(db, actor, "account", seller.id, "Nice seller.")
        with pytest.raises(error):
            cases.list_notes(db, actor, ("account", seller.id))


def test_notes_have_author_and_time_the_newest_first(db: Session):
    mina = factories.actor(factories.moderator(db, username="mina"))
    admin = factories.actor(factories.admin(db, username="kavya"))
    seller = factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db))
    cases.add_note(db, mina, "ad", ad.id, "  Asked for the bill.  ")
    cases.add_note(db, admin, "account", seller.id, "Sent it.")
    assert [
        (note.author, note.text, note.kind)
        for note in cases.list_notes(db, mina, ("ad", ad.id), ("account", seller.id))
    ] == [
        ("kavya", "Sent it.", "account"),
        ("mina", "Asked for the bill.", "ad"),
    ]
    assert [note.author for note in cases.list_notes(db, admin, ("ad", ad.id))] == ["mina"]


def test_odd_notes_are_refused(db: Session):
    mina = factories.actor(factories.moderator(db))
    seller = factories.seller(db)
    for kind, case_id, text, error in (
        ("account", seller.id, "", Invalid),
        ("account", seller.id, " \n", Invalid),
        ("account", seller.id, "x" * 2_001, Invalid),
        ("message", seller.id, "x", Invalid),
        ("ad", seller.id, "x", NotFound),
        ("account", "x", "x", NotFound),
    ):
        with pytest.raises(error):
            cases.add_note(db, mina, kind, case_id, text)


def test_notes_are_in_no_archive_and_go_with_the_account(db: Session):
    mina = factories.actor(factories.moderator(db))
    seller = factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db))
    report = Report(
        reporter_id=seller.id, target=ReportTarget.ACCOUNT, target_id=factories.seller(db).id, reason="spam"
    )
    factories.save(db, report)
    for kind, case_id in (("account", seller.id), ("ad", ad.id), ("report", report.id)):
        cases.add_note(db, mina, kind, case_id, f"spotless {kind}")
    assert "spotless" not in str(archive.collect(seller.id))
    rows.erase(db, seller)
    # Somebody still has to decide the report.
    assert list(db.exec(select(InternalNote.text))) == ["spotless report"]
    seller.status = "deleted"
    factories.save(db, seller)
    moderation.dismiss_report(db, mina, report.id)
    assert db.exec(select(InternalNote)).all() == []
