"""A breach is told to the affected accounts, each once, and drafted for the authorities."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select

from marketplace.cli import breach as command
from marketplace.core import clock, ids
from marketplace.core.errors import Invalid
from marketplace.domain import audit, breaches
from marketplace.domain.breaches import queries, service
from marketplace.models import AccountSession, AccountStatus, Breach, Notification, OutboxMail
from tests import factories
from tests.background import run_jobs


def description(**values):
    return {
        "noticed_at": clock.now() - timedelta(hours=1),
        "nature": "A backup was copied.",
        "extent": "Names and addresses of 3 accounts.",
        "timing": "On 28 November.",
        "location": "In the store of backups.",
        "consequences": "Somebody may write to you in our name.",
        "measures": "We closed the store.",
        "advice": "Change your password.",
        "contact": "officer@example.org",
        "everybody": True,
    } | values


def told(db) -> set[str]:
    notices = set(db.exec(select(Notification.account_id).where(Notification.kind == "breach")))
    assert notices == set(db.exec(select(OutboxMail.account_id).where(OutboxMail.purpose == "breach")))
    return notices


def test_a_preview_writes_nothing_and_shows_the_drafts_with_their_clocks(db):
    factories.buyer(db)
    noticed = datetime(2026, 11, 29, 4, 30, tzinfo=UTC)
    shown = breaches.preview(db, description(noticed_at=noticed))
    assert (shown.accounts, shown.told) == (1, 0)
    for part in ("A backup was copied.", "Somebody may write", "We closed", "Change your password.", "officer@"):
        assert part in shown.notice
    assert "Due by 29 Nov 2026, 16:00 (6 hours" in shown.cert_in
    assert "by 2 Dec 2026, 10:00 (72 hours" in shown.board
    assert "13 May 2027" in shown.board
    assert (db.exec(select(Breach)).all(), told(db)) == ([], set())


def test_everybody_is_told_once_and_it_is_logged(db, monkeypatch):
    monkeypatch.setattr(service, "_AT_ONCE", 2)
    people = [factories.buyer(db), factories.seller(db), factories.seller(db, status=AccountStatus.SUSPENDED)]
    factories.buyer(db, status=AccountStatus.DELETED)
    values = description()
    assert breaches.send(db, values) == 3
    made = db.exec(select(Breach)).one()
    assert [breaches.notify_affected(db, {"breach_id": made.id}) for _ in range(3)] == [2, 1, 0]
    assert told(db) == {account.id for account in people}
    assert breaches.preview(db, values).told == 3
    breaches.send(db, values)
    db.commit()
    run_jobs(db)
    assert len(db.exec(select(OutboxMail).where(OutboxMail.purpose == "breach")).all()) == 3
    assert breaches.notify_affected(db, {"breach_id": "gone"}) == 0
    admin = factories.actor(factories.admin(db))
    assert [entry.target_id for entry in audit.list_entries(db, admin, action="breach.send").items] == [made.id] * 2


def test_chosen_accounts_and_those_active_between_two_days(db):
    chosen, active, away = factories.buyer(db), factories.buyer(db), factories.buyer(db)
    for account, seen in ((active, datetime(2026, 11, 20, tzinfo=UTC)), (away, datetime(2026, 11, 9, tzinfo=UTC))):
        session = AccountSession(
            account_id=account.id, token_hash=ids.new_id(), created_at=seen, last_seen_at=seen, expires_at=seen
        )
        factories.save(db, session)
    days = {"first": "2026-11-15", "last": "2026-11-20"}
    breaches.send(db, description(everybody=False, accounts=[chosen.id], active=days))
    breaches.notify_affected(db, {"breach_id": db.exec(select(Breach.id)).one()})
    assert told(db) == {chosen.id, active.id}


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"nature": ""}, "nature"),
        ({"extent": "x" * 2_001}, "extent"),
        ({"noticed_at": "soon"}, "noticed_at"),
        ({"noticed_at": datetime(2999, 1, 1, tzinfo=UTC)}, "future"),
        ({"everybody": False}, "who is affected"),
        ({"everybody": False, "accounts": ["x"]}, "no account x"),
        ({"advise": "Wait."}, "advise"),
    ],
)
def test_odd_descriptions(db, values, words):
    for function in (breaches.preview, breaches.send):
        with pytest.raises(Invalid, match=words):
            function(db, description(**values))


def test_the_command_shows_then_sends(db, tmp_path, capsys):
    factories.buyer(db)
    db.commit()
    command.run(None, send=False)
    empty = capsys.readouterr().out
    file = tmp_path / "breach.toml"
    file.write_text(empty.replace('""', '"Something."').replace("everybody = false", "everybody = true"))
    command.run(file, send=False)
    assert "1 account is affected." in capsys.readouterr().out
    assert db.exec(select(Breach)).all() == []
    command.run(file, send=True)
    assert "send the notices now" in capsys.readouterr().out
    assert db.exec(select(Breach)).one()
    for text in ("nature = ", "\xff"):
        file.write_bytes(text.encode("latin-1"))
        with pytest.raises(Invalid, match="can't be read"):
            command.run(file, send=False)


def test_many_accounts_are_looked_up_at_once(db, monkeypatch):
    people = [factories.buyer(db).id for _ in range(3)]
    asked = []
    monkeypatch.setattr(queries, "list_known", lambda _db, ids: asked.append(ids) or set(ids))
    assert breaches.preview(db, description(everybody=False, accounts=people)).accounts == 3
    assert len(asked) == 1
