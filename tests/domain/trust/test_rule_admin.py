"""Admins change rules: the shipped ones stay, every change is a version, and the one before can come back."""

import math

import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound, NotSignedIn
from marketplace.domain import audit, moderation, trust
from marketplace.domain.trust import rulebook
from tests import factories
from tests.domain.trust.changing import publish

FRAUD = [trust.Said("Scan this QR code and enter your PIN, the 9000 comes into your account", "buyer")]


@pytest.fixture
def admin(db):
    return factories.actor(factories.admin(db, username="asha"))


def rule_of(db, admin, code):
    return next(rule for rule in trust.list_rules(db, admin) if rule.code == code)


def test_only_admins_see_and_change_rules(db, admin):
    tried = moderation.replay_rule(db, admin, "qr_to_receive", enabled=False)
    for actor, error in ((ANONYMOUS, NotSignedIn), (factories.actor(factories.seller(db)), Forbidden)):
        with pytest.raises(error):
            trust.list_rules(db, actor)
        with pytest.raises(error):
            trust.change_rule(db, actor, tried)
        with pytest.raises(error):
            trust.undo_rule(db, actor, "qr_to_receive")
        with pytest.raises(error):
            trust.plan_change(db, actor, "qr_to_receive")


def test_rules_are_as_shipped_until_they_are_changed(db, admin):
    listed = trust.list_rules(db, admin)
    assert [rule.code for rule in listed] == list(rulebook.CODES)
    assert {(rule.enabled, rule.weight, rule.number, rule.history) for rule in listed} == {(True, 1.0, 0, ())}
    assert trust.get_live_rules(db) is rulebook.get()


def test_a_change_is_live_at_once_and_keeps_the_shipped_rule(db, admin):
    view = publish(db, admin, "qr_to_receive", weight=0.5)
    assert (view.enabled, view.weight, view.number) == (True, 0.5, 1)
    assert (view.history[0].number, view.history[0].changed_by) == (1, "asha")
    live, shipped = trust.get_live_rules(db).rules["qr_to_receive"], rulebook.get().rules["qr_to_receive"]
    assert [pattern.weight * 2 for pattern in live.patterns] == [pattern.weight for pattern in shipped.patterns]
    assert trust.version(trust.get_live_rules(db)) == f"{trust.version()}.1"


def test_a_disabled_rule_gives_no_reason(db, admin):
    assert "qr_to_receive" in {finding.code for finding in trust.check(FRAUD)}
    publish(db, admin, "qr_to_receive", enabled=False)
    found = trust.check(FRAUD, rules=trust.get_live_rules(db))
    assert "qr_to_receive" not in {finding.code for finding in found}


def test_undo_brings_back_the_version_before(db, admin):
    publish(db, admin, "pressure", weight=0.5)
    publish(db, admin, "pressure", weight=2.0, enabled=False)
    back = trust.undo_rule(db, admin, "pressure")
    assert (back.enabled, back.weight, back.number) == (True, 0.5, 3)
    assert [version.weight for version in back.history] == [0.5, 2.0, 0.5]


def test_undo_of_the_first_change_is_as_shipped(db, admin):
    publish(db, admin, "pressure", weight=0)
    back = trust.undo_rule(db, admin, "pressure")
    assert (back.enabled, back.weight) == (True, 1.0)
    with pytest.raises(Conflict):
        trust.undo_rule(db, admin, "off_platform")


def test_a_change_that_changes_nothing_is_no_version(db, admin):
    assert publish(db, admin, "pressure", enabled=True, weight=1).number == 0


def test_changes_are_in_the_audit_log(db, admin):
    publish(db, admin, "pressure", weight=0.5)
    trust.undo_rule(db, admin, "pressure")
    undone, changed = audit.list_entries(db, admin, target="rule").items
    assert (undone.action, changed.action) == ("rule.undo", "rule.change")
    assert changed.before == {"enabled": True, "weight": 1.0}
    assert changed.after == {"rule": "pressure", "enabled": True, "weight": 0.5}


def test_trying_a_change_stores_nothing(db, admin):
    _, tried = trust.plan_change(db, admin, "pressure", enabled=False)
    assert tried.disabled == {"pressure"}
    assert rule_of(db, admin, "pressure").number == 0
    assert trust.get_live_rules(db) is rulebook.get()


@pytest.mark.parametrize("weight", [-0.1, 2.1, math.nan, math.inf])
def test_the_weight_is_from_0_to_2(db, admin, weight):
    with pytest.raises(Invalid):
        publish(db, admin, "pressure", weight=weight)


@pytest.mark.parametrize("code", ["", "words", "x" * 300, "\x00"])
def test_unknown_rules_are_not_found(db, admin, code):
    with pytest.raises(NotFound):
        publish(db, admin, code, enabled=False)


def test_moderators_try_changes_and_do_not_publish_them(db, admin):
    mina = factories.actor(factories.moderator(db))
    with pytest.raises(Forbidden):
        publish(db, mina, "pressure", enabled=False)
    assert rule_of(db, admin, "pressure").enabled


def test_only_what_was_replayed_goes_live(db, admin):
    tried = moderation.replay_rule(db, admin, "pressure", weight=0.5)
    publish(db, admin, "off_platform", enabled=False)
    with pytest.raises(Conflict):
        trust.change_rule(db, admin, tried)
    trust.undo_rule(db, admin, "off_platform")
    # The rules are the same again, but two changes were made since the replay.
    with pytest.raises(Conflict):
        trust.change_rule(db, admin, tried)
    assert rule_of(db, admin, "pressure").number == 0
    again = moderation.replay_rule(db, admin, "pressure", weight=0.5)
    assert trust.change_rule(db, admin, again).weight == 0.5


@pytest.mark.parametrize("days", [1, 29])
def test_a_change_that_was_tried_on_few_days_does_not_go_live(db, admin, days):
    with pytest.raises(Invalid):
        trust.change_rule(db, admin, moderation.replay_rule(db, admin, "pressure", days=days, enabled=False))
    assert rule_of(db, admin, "pressure").number == 0
