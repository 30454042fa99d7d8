from datetime import timedelta

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound, NotSignedIn, TooMany
from marketplace.domain import audit, grievances, law, personal_data
from marketplace.domain.accounts import passwords
from marketplace.domain.grievances import GrievanceDraft, messages, rules
from marketplace.domain.paging import Window
from marketplace.models import Grievance, GrievanceKind, OutboxMail
from marketplace.settings import get_settings
from tests import factories
from tests.domain.accounts.steps import PASSWORD


@pytest.fixture(autouse=True)
def officer(monkeypatch) -> str:
    monkeypatch.setattr(get_settings(), "contact_email", "officer@example.org")
    return "officer@example.org"


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
    # Nothing is acknowledged after it must be resolved.
    within = min(time, timedelta(hours=24))
    assert within <= receipt.acknowledge_by - before < within + timedelta(hours=1)
    assert time <= receipt.resolve_by - before < time + timedelta(hours=1)
    assert receipt.reference == only(db).reference


def test_the_acknowledgement_is_mailed_at_once(db, monkeypatch):
    monkeypatch.setattr(get_settings(), "grievance_officer_name", "Meera Nair")
    receipt = grievances.file_grievance(db, ANONYMOUS, draft())
    mail = db.exec(select(OutboxMail).order_by(OutboxMail.id)).first()
    assert (mail.to, mail.can_wait) == ("asha@example.org", False)
    assert receipt.reference in mail.subject
    assert "Meera Nair" in mail.text


def test_without_an_address_only_the_officer_is_mailed(db):
    grievances.file_grievance(db, ANONYMOUS, draft(email=""))
    assert db.exec(select(OutboxMail.to)).all() == [get_settings().grievance_contact]


def test_a_signed_in_person_is_answered_at_the_account(db):
    account = factories.buyer(db)
    grievances.file_grievance(db, factories.actor(account), draft(email=""))
    assert (only(db).email, only(db).account_id) == (account.email, account.id)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kind", "gossip"),
        ("kind", "order"),
        ("text", "  "),
        ("text", "x" * 4_001),
        ("name", "x" * 121),
        ("about", "x" * 501),
        ("behalf_of", "x" * 121),
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


def test_the_address_of_a_deleted_account_stays_until_the_answer_and_the_deadline(db):
    account = factories.buyer(db, password_hash=passwords.make_hash(PASSWORD))
    address = account.email
    grievances.file_grievance(db, factories.actor(account), draft(name="Asha", email="", behalf_of="Ravi"))
    personal_data.delete_account(db, factories.actor(account), PASSWORD)
    db.expire_all()
    assert (only(db).name, only(db).email, only(db).text) == ("", address, "My photo.")
    grievances.resolve_grievance(db, factories.actor(factories.admin(db)), only(db).id, "Done")
    assert (only(db).text, only(db).about, only(db).behalf_of) == ("", "", "")
    answer = db.exec(select(OutboxMail).where(OutboxMail.to == address, OutboxMail.subject.contains("resolved"))).one()
    assert answer.account_id is None
    assert grievances.forget_expired(db) == 0
    assert only(db).email == address
    row = only(db)
    row.resolve_by = clock.now() - timedelta(minutes=1)
    factories.save(db, row)
    assert grievances.forget_expired(db) == 1
    db.expire_all()
    assert only(db).email == ""


def test_addresses_of_accounts_that_stay_are_kept(db):
    grievances.file_grievance(db, factories.actor(factories.buyer(db)), draft())
    grievances.resolve_grievance(db, factories.actor(factories.admin(db)), only(db).id, "Done")
    row = only(db)
    row.resolve_by = clock.now() - timedelta(days=1)
    factories.save(db, row)
    assert grievances.forget_expired(db) == 0


@pytest.mark.parametrize("kind", rules.OF_COMPLAINANTS)
def test_each_kind_has_words_a_time_and_a_rule(db, kind):
    deadline, clause = rules.KINDS[kind]
    before = clock.now()
    receipt = grievances.file_grievance(db, ANONYMOUS, draft(kind=kind.value))
    assert deadline.duration <= receipt.resolve_by - before < deadline.duration + timedelta(minutes=5)
    assert receipt.time == law.describe(deadline)
    assert receipt.kind_text == messages.KINDS[kind]
    (mail, officers) = db.exec(select(OutboxMail).order_by(OutboxMail.id)).all()
    assert f"{receipt.kind_text}\n" in mail.text
    assert f"within {receipt.time})" in mail.text
    assert f"3(1)(b)({clause})" in officers.text or not clause


def test_the_kinds_are_those_of_the_table():
    assert set(rules.KINDS) == set(GrievanceKind)
    assert set(messages.KINDS) == {kind.value for kind in GrievanceKind}
    # Sub-clauses (i), (iv) and (xi) of rule 3(1)(b) are the exceptions from the shorter time.
    slower = {clause for deadline, clause in rules.KINDS.values() if deadline is law.RESOLVE and clause}
    assert slower == {"i", "iv", "xi"}


def test_the_acknowledgement_has_the_complaint_as_recorded_and_the_officer_is_told(db):
    seller = factories.seller(db)
    values = {"name": "Asha", "behalf_of": "Ravi", "about": f"/sellers/{seller.id}", "text": "First.\nSecond."}
    receipt = grievances.file_grievance(db, ANONYMOUS, draft(**values))
    copy, officers = db.exec(select(OutboxMail).order_by(OutboxMail.id)).all()
    for part in ("Name: Asha\n", "On behalf of: Ravi\n", f"Page: /sellers/{seller.id}\n", "> First.\n> Second.\n"):
        assert part in copy.text
    assert (officers.to, officers.can_wait) == (get_settings().grievance_contact, False)
    assert receipt.reference in officers.subject
    assert "Second." not in officers.text


def test_the_officer_is_reminded_once_when_half_of_the_time_is_over(db):
    grievances.file_grievance(db, ANONYMOUS, draft(kind="intimate_image"))
    grievances.file_grievance(db, ANONYMOUS, draft())
    assert grievances.escalate(db) == 0
    row = db.exec(select(Grievance).where(Grievance.kind == GrievanceKind.INTIMATE_IMAGE)).one()
    row.created_at -= timedelta(hours=1, minutes=1)
    row.resolve_by -= timedelta(hours=1, minutes=1)
    factories.save(db, row)
    assert grievances.escalate(db) == 1
    reminder = db.exec(select(OutboxMail).order_by(OutboxMail.id.desc())).first()
    assert row.reference in reminder.subject
    assert grievances.escalate(db) == 0


def test_a_resolved_grievance_is_not_escalated(db):
    grievances.file_grievance(db, ANONYMOUS, draft())
    grievances.resolve_grievance(db, factories.actor(factories.admin(db)), only(db).id, "Done")
    row = only(db)
    row.created_at -= timedelta(days=30)
    factories.save(db, row)
    assert grievances.escalate(db) == 0


def test_addresses_of_this_site_become_ads_and_accounts(db):
    seller = factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db), name="Lamp")
    site = get_settings().url
    about = f"{site}/products/{ad.id}?x=1, /sellers/{seller.id} https://other.example/products/{ad.id} {ad.id}"
    grievances.file_grievance(db, ANONYMOUS, draft(about=about))
    (view,) = grievances.list_grievances(db, factories.actor(factories.admin(db))).items
    assert [(target.kind, target.id) for target in view.targets] == [("ad", ad.id), ("account", seller.id)]
    assert view.targets[0].name == "Lamp"


def test_too_many_acknowledgements_to_one_address(db, monkeypatch):
    monkeypatch.setattr(get_settings(), "limit_grievances", "1 per hour")
    grievances.file_grievance(db, Actor(address="203.0.113.9"), draft())
    with pytest.raises(TooMany):
        grievances.file_grievance(db, Actor(address="203.0.113.10"), draft())


def test_the_officer_is_the_one_of_the_settings(db, monkeypatch):
    assert grievances.get_officer().email == get_settings().contact
    monkeypatch.setattr(get_settings(), "grievance_officer_email", "officer@example.org")
    monkeypatch.setattr(get_settings(), "grievance_officer_phone", "+91 20 1234 5678")
    officer = grievances.get_officer()
    assert (officer.email, officer.phone) == ("officer@example.org", "+91 20 1234 5678")
