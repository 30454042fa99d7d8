"""Replay of ads with changed rules: the code that makes signals, and no writes."""

from datetime import timedelta

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotFound, NotSignedIn, TooMany
from marketplace.db import database
from marketplace.domain import ads, chat, moderation, phases, trust
from marketplace.domain.moderation import signals
from marketplace.domain.moderation.signals import queries
from marketplace.domain.trust import replays, rulebook, shield
from marketplace.models import AdVersion, RuleVersion
from marketplace.settings import get_settings
from tests import factories
from tests.domain.ads import drafting
from tests.domain.trust.changing import publish

# What sellers write in a month: ordinary ads, some of them about deposits and transfers, and frauds in three languages.
MONTH = (
    "Solid teak, three seats. The covers can be washed.",
    "Owner, no brokerage. Two months' deposit and the first rent when you have seen the flat.",
    "We sell before my husband's posting. He is in the army. Cash or UPI when you come.",
    "Army officer, posted to Leh. Pay 5000 token advance and I will send it through army transport, fully refundable.",
    "Visit only after paying refundable gate pass fee 2500 on https://gatepass.test/pay",
    "Good condition.\nMessage me on telegram @laptop_deals, I don't check this app. First pay the booking amount.",
    "Main army me hun, gaadi cantt me hai. Pehle token bhejo, delivery army transport se hogi, refundable hai.",
    "पहले 500 रुपये का टोकन भेजें, रिफंडेबल है, फिर कूरियर से भेजूँगा।",
    "Price fixed. Call between 10 and 6.",
)


@pytest.fixture
def admin(db):
    return factories.actor(factories.admin(db))


@pytest.fixture
def month(db, admin):
    """Ads of a month, submitted through the site, one every third day; some were decided, and one was changed."""
    seller, category = factories.seller(db), factories.category(db)
    made = [drafting.pending(db, seller, category, description=text) for text in MONTH]
    ads.reject(db, admin, made[3].id, "Please don't ask for money before a visit.")
    ads.approve(db, admin, made[4].id)
    ads.approve(db, admin, made[0].id)
    ads.revise(db, factories.actor(seller), made[0].id, drafting.draft(category, description=MONTH[5]))
    for age, ad in enumerate(made):
        for version in db.exec(select(AdVersion).where(AdVersion.ad_id == ad.id)):
            version.created_at = clock.now() - timedelta(days=3 * age, hours=1)
    db.commit()
    return [ad.id for ad in made]


def seen(db, admin, ad_ids) -> dict[str, set[str]]:
    """The signals about the texts of ads that the moderation queue shows."""
    found = moderation.list_signals(db, admin, ad_ids, only_waiting=False)
    return {ad_id: {each.text for each in found[ad_id] if each.code == "fraud_text"} for ad_id in ad_ids}


def titles(codes, texts) -> bool:
    """Return whether each reason has one sentence."""
    found = {next(code for code in codes if f"“{rulebook.get().rules[code].title.en}”" in text) for text in texts}
    return found == set(codes) and len(texts) == len(codes)


def test_only_admins_replay(db, month):
    for actor, error in ((ANONYMOUS, NotSignedIn), (factories.actor(factories.seller(db)), Forbidden)):
        with pytest.raises(error):
            moderation.replay_rule(db, actor, "advance_payment")
        with pytest.raises(error):
            signals.prepare_replay(db, actor, rulebook.get(), clock.now())
    moderator = factories.actor(factories.moderator(db))
    assert moderation.replay_rule(db, moderator, "pressure").ads.checked == len(MONTH)


def test_a_change_that_the_caller_may_not_make_is_not_tried(db, month, monkeypatch):
    tried = []
    monkeypatch.setattr(trust, "replay", tried.append)
    moderator, seller = (factories.actor(make(db)) for make in (factories.moderator, factories.seller))
    for actor, error in ((ANONYMOUS, NotSignedIn), (seller, Forbidden), (moderator, Forbidden)):
        with pytest.raises(error):
            phases.run_first_phase(moderation.change_rule, lambda actor=actor: actor, "pressure", enabled=False)
    assert tried == []


def test_a_change_is_tried_and_made(db, admin, month):
    replay, rule = moderation.change_rule(db, admin, "advance_payment", enabled=False)
    assert replay.ads.checked == len(MONTH)
    assert (rule.enabled, rule.number) == (False, 1)


def test_texts_are_judged_while_no_session_is_open(db, admin, month, monkeypatch):
    open_sessions, seen = [], set()
    new_session, check = database.new_session, shield.check

    def opened():
        session = new_session()
        close = session.close
        open_sessions.append(session)
        monkeypatch.setattr(session, "close", lambda: (open_sessions.remove(session), close()))
        return session

    monkeypatch.setattr(database, "new_session", opened)
    for module in (trust, shield):
        monkeypatch.setattr(module, "check", lambda *a, **o: seen.add(len(open_sessions)) or check(*a, **o))
    buyer = factories.buyer(db)
    chat.send(db, factories.actor(buyer), factories.seller(db).id, MONTH[4])
    db.commit()
    replay = phases.run_first_phase(moderation.replay_rule, lambda: admin, "pressure")(db, admin)
    assert replay.ads.checked == len(MONTH)
    assert replay.messages.checked == 1
    assert seen == {0}


def test_a_replay_ends_after_its_time_with_an_even_sample(db, admin, month, monkeypatch):
    seconds = iter(range(1_000))
    monkeypatch.setattr(replays.time, "monotonic", lambda: next(seconds))
    monkeypatch.setattr(get_settings(), "rule_replay_seconds", 4)
    replay = moderation.replay_rule(db, admin, "pressure").ads
    assert (replay.checked, replay.limited) == (4, True)


def test_one_replay_runs_at_a_time(db, admin, month, monkeypatch):
    tried = trust.replay

    def replay(trials, on_judged):
        with pytest.raises(TooMany):
            moderation.replay_rule(db, admin, "pressure")
        return tried(trials, on_judged)

    monkeypatch.setattr(trust, "replay", replay)
    assert moderation.replay_rule(db, admin, "pressure").ads.checked == len(MONTH)
    with pytest.raises(NotFound):
        moderation.replay_rule(db, admin, "nothing")
    assert moderation.replay_rule(db, admin, "pressure").ads.checked == len(MONTH)


def test_with_the_live_rules_it_equals_the_signals_of_the_month(db, admin, month):
    shown = seen(db, admin, month)
    # The frauds, and the ad that became one; neither deposits after a visit nor a posting are.
    assert [bool(shown[ad_id]) for ad_id in month] == [True, False, False, *[True] * 5, False]
    replay = moderation.replay_rule(db, admin, "advance_payment").ads
    assert (replay.checked, replay.flagged) == (len(MONTH), sum(map(bool, shown.values())))
    assert (replay.newly_flagged, replay.no_longer_flagged, replay.sample) == (0, 0, ())


@pytest.mark.parametrize("code", rulebook.CODES)
@pytest.mark.parametrize("values", [{"enabled": False}, {"weight": 0}, {"weight": 2}])
def test_it_tells_exactly_what_the_desk_shows_after_the_change(db, admin, month, code, values):
    before = seen(db, admin, month)
    replay = moderation.replay_rule(db, admin, code, **values)
    assert seen(db, admin, month) == before
    trust.change_rule(db, admin, replay)
    after = seen(db, admin, month)
    gained = {ad_id for ad_id in month if after[ad_id] and not before[ad_id]}
    lost = {ad_id for ad_id in month if before[ad_id] and not after[ad_id]}
    assert replay.ads.flagged == sum(map(bool, after.values()))
    assert (replay.ads.newly_flagged, replay.ads.no_longer_flagged) == (len(gained), len(lost))
    assert {each.ad_id for each in replay.ads.sample} == gained | lost
    for each in replay.ads.sample:
        assert titles(each.before, before[each.ad_id])
        assert titles(each.after, after[each.ad_id])


def test_a_change_takes_signals_away_and_undo_brings_them_back(db, admin, month):
    before = seen(db, admin, month)
    for code in rulebook.CODES:
        publish(db, admin, code, enabled=False)
    assert not any(seen(db, admin, month).values())
    back = moderation.replay_rule(db, admin, "advance_payment", enabled=True).ads
    assert back.newly_flagged > 0
    assert {each.text for each in back.sample} == {"Teak sofa"}
    for code in rulebook.CODES:
        trust.undo_rule(db, admin, code)
    assert seen(db, admin, month) == before


def test_old_deleted_and_too_many_ads_are_left_out(db, admin, month, monkeypatch):
    ads.delete(db, admin, month[1], reason="Sold elsewhere.")
    replay = moderation.replay_rule(db, admin, "pressure", days=10)
    assert (replay.ads.checked, replay.ads.limited) == (3, False)
    monkeypatch.setattr(get_settings(), "rule_replay_ads", 3)
    replay = moderation.replay_rule(db, admin, "pressure")
    assert (replay.ads.checked, replay.ads.limited) == (3, True)


@pytest.mark.parametrize(("most", "checked"), [(2, [8, 4]), (3, [8, 5, 2]), (9, range(8, -1, -1))])
def test_a_month_with_too_many_ads_is_sampled_evenly(db, month, most, checked):
    # The first ad was changed after the others were written, so its submitted version is the newest.
    written = [*month[1:], month[0]]
    versions, number = queries.sample_submitted(db, clock.now() - timedelta(days=30), most)
    assert [version.ad_id for version in versions] == [written[at] for at in checked]
    assert number == len(month)


def test_it_changes_nothing(db, admin, month):
    moderation.replay_rule(db, admin, "advance_payment", enabled=False, weight=0)
    assert not db.new
    assert not db.dirty
    assert db.exec(select(RuleVersion)).all() == []


def test_progress_is_told_up_to_the_end(db, admin, month, monkeypatch):
    progress, seen = moderation.Progress(), []
    step = moderation.Progress.step
    monkeypatch.setattr(moderation.Progress, "step", lambda self: (step(self), seen.append(self.percent)))
    moderation.replay_rule(db, admin, "pressure", progress=progress)
    assert seen == sorted(seen)
    assert (progress.percent, progress.done) == (100, len(seen))
    assert moderation.Progress().percent == 0
