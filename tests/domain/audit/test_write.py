import pytest
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError

from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.errors import Forbidden, NotSignedIn
from marketplace.domain import audit
from marketplace.domain.paging import Window
from tests import factories


def test_only_admins_read_the_log(db):
    with pytest.raises(NotSignedIn):
        audit.list_entries(db, ANONYMOUS)
    with pytest.raises(Forbidden):
        audit.list_entries(db, factories.actor(factories.seller(db)))


def test_an_entry_has_actor_action_time_before_and_after(db):
    admin = factories.admin(db, username="asha")
    actor = factories.actor(admin)
    audit.write(db, actor, "ad.approve", "ad", "AD1", {"status": "pending"}, {"status": "approved"})
    (row,) = audit.list_entries(db, actor).items
    assert (row.actor_id, row.actor_name, row.action, row.target, row.target_id) == (
        admin.id,
        "asha",
        "ad.approve",
        "ad",
        "AD1",
    )
    assert row.before == {"status": "pending"}
    assert row.after == {"status": "approved"}


def test_automatic_actions_have_no_actor(db):
    audit.write(db, Actor(), "ad.expire", "ad", "AD1")
    (row,) = audit.list_entries(db, factories.actor(factories.admin(db))).items
    assert (row.actor_id, row.actor_name, row.before, row.after) == ("", "", {}, {})


def test_newest_first_in_pages_and_by_filter(db):
    actor = factories.actor(factories.admin(db))
    for n in range(5):
        audit.write(db, actor, "ad.approve" if n % 2 else "ad.reject", "ad", f"AD{n}")
    page = audit.list_entries(db, actor, window=Window(page=2, limit=2))
    assert [row.target_id for row in page.items] == ["AD2", "AD1"]
    assert (page.total, page.pages) == (5, 3)
    rejected = audit.list_entries(db, actor, action="ad.reject").items
    assert [row.target_id for row in rejected] == ["AD4", "AD2", "AD0"]
    assert audit.list_entries(db, actor, target="ad", target_id="AD3").total == 1
    assert audit.list_entries(db, actor, actor_id="nobody").items == ()


@pytest.mark.parametrize(
    "statement", ["UPDATE audit_log SET action = 'nothing'", "DELETE FROM audit_log", "TRUNCATE audit_log"]
)
def test_the_database_refuses_changes_and_deletions(db, statement):
    if statement.startswith("TRUNCATE") and db.get_bind().dialect.name == "sqlite":
        pytest.skip("SQLite has no TRUNCATE")
    audit.write(db, factories.actor(factories.admin(db)), "ad.approve", "ad", "AD1")
    with pytest.raises(DatabaseError, match="audit_log"), db.begin_nested():
        db.execute(text(statement))
    assert audit.list_entries(db, factories.actor(factories.admin(db))).total == 1
