from datetime import timedelta

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound, NotSignedIn, TooMany
from marketplace.domain import audit, grievances, personal_data
from marketplace.domain.accounts import passwords
from marketplace.domain.grievances import GrievanceDraft
from marketplace.domain.paging import Window
from marketplace.models import Grievance, OutboxMail
from marketplace.settings import get_settings
from tests import factories
from tests.domain.accounts.steps import PASSWORD


def draft(**values) -> GrievanceDraft:
    return GrievanceDraft(**{"kind": "copyright", "email": "asha@example.org", "text": "My photo.", **values})


def only(db) -> Grievance:
    return db.exec(select(Grievance)).one()


@pytest.mark.parametrize(
    ("kind", "time"),
    [
        ("copyright", timedelta(days=7)),
        ("", timedelta(days=7)),
        ("intimate_image", timedelta(hours=2)),
        ("impersonation", timedelta(hours=2)),
    ],
)
def test_anyone_files_one_and_gets_the_deadlines(db, kind, time):
    before = clock.now()
    receipt = grievances.file_grievance(db, ANONYMOUS, draft(kind=kind))
    assert timedelta(hours=24) <= receipt.acknowledge_by - before < timedelta(hours=25)
    assert time <= receipt.resolve_by - before < time + timedelta(hours=1)
    assert receipt.reference == only(db).reference


def test_the_acknowledgement_is_mailed_at_once(db, monkeypatch):
    monkeypatch.setattr(get_settings(), "grievance_officer_name", "Meera Nair")
    receipt = grievances.file_grievance(db, ANONYMOUS, draft())
    mail = db.exec(select(OutboxMail)).one()
    assert (mail.to, mail.can_wait) == ("asha@example.org", False)
    assert receipt.reference in mail.subject
    assert "Meera Nair" in mail.text


def test_without_an_address_nothing_is_mailed(db):
    grievances.file_grievance(db, ANONYMOUS, draft(email=""))
    assert db.exec(select(OutboxMail)).first() is None


def test_a_signed_in_person_is_answered_at_the_account(db):
    account = factories.buyer(db)
    grievances.file_grievance(db, factories.actor(account), draft(email=""))
    assert (only(db).email, only(db).account_id) == (account.email, account.id)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kind", "gossip"),
        ("text", "  "),
        ("text", "x" * 4_001),
        ("name", "x" * 121),
        ("about", "x" * 501),
        ("email", "nobody"),
    ],
)
def test_odd_input(db, field, value):
    with pytest.raises(Invalid) as caught:
        grievances.file_grievance(db, ANONYMOUS, draft(**{field: value}))
    assert [error["field"] for error in caught.value.errors] == [field]


def test_too_many_from_one_address(db, monkeypatch):
    monkeypatch.setattr(get_settings(), "limit_grievances", "1 per hour")
    grievances.file_grievance(db, Actor(address="203.0.113.9"), draft())
    with pytest.raises(TooMany):
        grievances.file_grievance(db, Actor(address="203.0.113.9"), draft())


def test_only_admins_list_and_resolve(db):
    grievances.file_grievance(db, ANONYMOUS, draft())
    for actor, error in ((ANONYMOUS, NotSignedIn), (factories.actor(factories.seller(db)), Forbidden)):
        with pytest.raises(error):
            grievances.list_grievances(db, actor)
        with pytest.raises(error):
            grievances.resolve_grievance(db, actor, only(db).id, "Done")


def test_the_nearest_deadline_is_first_and_overdue_ones_are_marked(db):
    admin = factories.actor(factories.admin(db))
    late, urgent, usual = (
        grievances.file_grievance(db, ANONYMOUS, draft(kind=kind)).reference
        for kind in ("copyright", "intimate_image", "other")
    )
    row = db.exec(select(Grievance).where(Grievance.reference == late)).one()
    row.resolve_by = clock.now() - timedelta(minutes=1)
    factories.save(db, row)
    page = grievances.list_grievances(db, admin)
    assert [(view.reference, view.overdue) for view in page.items] == [(late, True), (urgent, False), (usual, False)]
    assert grievances.list_grievances(db, admin, window=Window(2, 2)).items[0].reference == usual
    with pytest.raises(Invalid):
        grievances.list_grievances(db, admin, status="new")


def test_resolving_mails_the_answer_and_is_audited(db):
    admin = factories.actor(factories.admin(db, username="asha"))
    grievances.file_grievance(db, ANONYMOUS, draft())
    view = grievances.resolve_grievance(db, admin, only(db).id, " We removed the ad. ")
    assert (view.status, view.note, view.resolved_by, view.overdue) == ("resolved", "We removed the ad.", "asha", False)
    mails = db.exec(select(OutboxMail).order_by(OutboxMail.id)).all()
    assert "We removed the ad." in mails[-1].text
    (entry,) = audit.list_entries(db, admin, target="grievance").items
    assert entry.action == "grievance.resolve"
    with pytest.raises(Conflict):
        grievances.resolve_grievance(db, admin, view.id, "Again")
    assert grievances.list_grievances(db, admin).total == 0
    assert grievances.list_grievances(db, admin, status="").total == 1


@pytest.mark.parametrize("note", ["", "  ", "x" * 2_001])
def test_an_answer_is_needed_and_short(db, note):
    grievances.file_grievance(db, ANONYMOUS, draft())
    with pytest.raises(Invalid):
        grievances.resolve_grievance(db, factories.actor(factories.admin(db)), only(db).id, note)


@pytest.mark.parametrize("grievance_id", ["", "nothing", "01M7YH44H3FVMP4547R0ZWQBC3"])
def test_unknown_ids_are_not_found(db, grievance_id):
    with pytest.raises(NotFound):
        grievances.resolve_grievance(db, factories.actor(factories.admin(db)), grievance_id, "Done")


def test_the_text_of_a_deleted_account_is_erased_with_the_answer(db):
    account = factories.buyer(db, password_hash=passwords.make_hash(PASSWORD))
    grievances.file_grievance(db, factories.actor(account), draft(name="Asha"))
    personal_data.delete_account(db, factories.actor(account), PASSWORD)
    db.expire_all()
    assert (only(db).name, only(db).email, only(db).text) == ("", "", "My photo.")
    grievances.resolve_grievance(db, factories.actor(factories.admin(db)), only(db).id, "Done")
    assert (only(db).text, only(db).about) == ("", "")


def test_the_officer_is_the_one_of_the_settings(db, monkeypatch):
    assert grievances.get_officer().email == get_settings().contact
    monkeypatch.setattr(get_settings(), "grievance_officer_email", "officer@example.org")
    monkeypatch.setattr(get_settings(), "grievance_officer_phone", "+91 20 1234 5678")
    officer = grievances.get_officer()
    assert (officer.email, officer.phone) == ("officer@example.org", "+91 20 1234 5678")
