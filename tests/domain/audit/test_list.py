"""Tests of the filters and the names of the audit log."""

from datetime import UTC, datetime

import pytest

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, Invalid, NotSignedIn
from marketplace.domain import audit
from marketplace.models import Appeal, AppealTarget, AuditEntry, Report, ReportTarget
from tests import factories


def test_by_person(db):
    asha, mina = factories.admin(db, username="asha", name="Asha Rao"), factories.admin(db, username="mina")
    rohan = factories.seller(db, username="rohan", email="rohan@example.org")
    for actor, action in ((asha, "account.suspend"), (mina, "account.restore")):
        audit.write(db, factories.actor(actor), action, "account", rohan.id)
    audit.write(db, factories.actor(mina), "category.create", "category", "C1")

    def found(person: str) -> list[str]:
        return [row.action for row in audit.list_entries(db, factories.actor(asha), person=person).items]

    both = ["account.restore", "account.suspend"]
    assert found("ROHAN") == found("rohan@example.org") == found(rohan.id) == both
    assert found("Rao") == ["account.suspend"]
    assert found("mina") == ["category.create", "account.restore"]
    assert found("%") == found("_") == []
    assert len(found(" ")) == 3


def test_by_person_finds_what_was_decided_on_their_ads(db):
    desk = factories.admin(db, username="asha")
    seller, category = factories.seller(db, username="rohan"), factories.category(db)
    ad, other = factories.ad(db, seller, category), factories.ad(db, factories.seller(db), category)
    for target in (ad, other):
        audit.write(db, factories.actor(desk), "ad.approve", "ad", target.id)
    for person in ("rohan", seller.id):
        found = audit.list_entries(db, factories.actor(desk), person=person).items
        assert [row.target_id for row in found] == [ad.id]


def test_days_are_of_the_sites_time_zone(db):
    desk = factories.actor(factories.admin(db))
    for hour in (18, 19):
        # In India, midnight of the 21st is at 18:30 of the 20th.
        at = datetime(2026, 11, 20, hour, tzinfo=UTC)
        factories.save(db, AuditEntry(action=f"ad.at_{hour}", target="ad", target_id="A1", created_at=at))

    def found(**days: str) -> list[str]:
        return [row.action for row in audit.list_entries(db, desk, **days).items]

    assert found(last_day="2026-11-20") == ["ad.at_18"]
    assert found(first_day="2026-11-21", last_day="2026-11-21") == ["ad.at_19"]
    assert found(first_day="2026-11-20") == ["ad.at_19", "ad.at_18"]


def test_days_in_the_wrong_order_are_refused(db):
    desk = factories.actor(factories.admin(db))
    with pytest.raises(Invalid) as refused:
        audit.list_entries(db, desk, first_day="2026-11-21", last_day="2026-11-20")
    assert [error["field"] for error in refused.value.errors] == ["to"]


def test_names_of_what_an_entry_mentions(db):
    desk = factories.actor(factories.admin(db))
    seller, category = factories.seller(db, username="rohan"), factories.category(db, "Sofas")
    ad = factories.ad(db, seller, category, name="Teak sofa")
    report = Report(target=ReportTarget.AD, target_id=ad.id, reason="scam")
    appeal = Appeal(
        target=AppealTarget.ACCOUNT,
        target_id=seller.id,
        account_id=seller.id,
        reason="x",
        text="y",
        decided_at=clock.now(),
    )
    factories.save(db, report, appeal)
    for target, target_id, name in (
        ("ad", ad.id, "Teak sofa"),
        ("account", seller.id, "rohan"),
        ("category", category.id, "Sofas"),
        ("report", report.id, "Teak sofa"),
        ("appeal", appeal.id, "rohan"),
    ):
        audit.write(db, desk, f"{target}.change", target, target_id, {"seller_id": seller.id}, {"ids": [1, {"a": 2}]})
        row = audit.list_entries(db, desk, target=target).items[0]
        assert row.names == {target_id: name, seller.id: "rohan"}
    audit.write(db, desk, "rule.change", "rule", "qr_to_receive")
    assert audit.list_entries(db, desk, target="rule").items[0].names == {}


def test_decisions_about_an_account_are_for_moderators_too(db):
    seller, category = factories.seller(db), factories.category(db)
    ad, other = factories.ad(db, seller, category), factories.ad(db, factories.seller(db), category)
    desk = factories.actor(factories.moderator(db))
    for actor, action, target, target_id in (
        (desk, "ad.approve", "ad", ad.id),
        (desk, "ad.approve", "ad", other.id),
        (factories.actor(seller), "ad.lower_price", "ad", ad.id),
        (ANONYMOUS, "account.restore", "account", seller.id),
    ):
        audit.write(db, actor, action, target, target_id)
    for caller, error in ((ANONYMOUS, NotSignedIn), (factories.actor(seller), Forbidden)):
        with pytest.raises(error):
            audit.list_about(db, caller, seller.id)
    assert [row.action for row in audit.list_about(db, desk, seller.id).items] == ["account.restore", "ad.approve"]
