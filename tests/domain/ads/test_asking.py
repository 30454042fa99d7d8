"""Sellers of quiet ads are asked whether they are available; without an answer the ads sink, fade and expire."""

import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from sqlmodel import select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Conflict, Invalid, NotFound
from marketplace.domain import ads, deals, listings, search
from marketplace.domain.paging import EVERYTHING
from marketplace.domain.search import SearchQuery
from marketplace.models import AccountStatus, AdStatus, ListingChange, Notification, OutboxMail
from tests import factories
from tests.domain.ads.drafting import draft


@pytest.fixture
def scene(db, monkeypatch):
    made = SimpleNamespace(db=db, now=clock.now())
    monkeypatch.setattr(clock, "now", lambda: made.now)
    made.seller, made.category = factories.seller(db), factories.category(db)
    made.ad = factories.ad(db, made.seller, made.category, name="teak sofa", price_paise=10_000_00)
    made.owner = factories.actor(made.seller)
    made.admin = factories.actor(factories.admin(db))
    return made


def _ask(scene, days: float = 7) -> int:
    scene.now += timedelta(days=days)
    return ads.ask_sellers(scene.db)


def _mails(scene) -> list[OutboxMail]:
    return list(scene.db.exec(select(OutboxMail).where(OutboxMail.purpose == "ad").order_by(OutboxMail.id)))


def _tokens(scene) -> list[str]:
    return re.findall(r"/still-available\?token=(\S+)", "\n".join(mail.text for mail in _mails(scene)))


def _cards(scene):
    return search.list_ads(scene.db, ANONYMOUS, SearchQuery(), EVERYTHING).items


def test_a_quiet_ad_is_asked_about_once(scene):
    assert _ask(scene, 6.9) == 0
    assert _ask(scene, 0.2) == 1
    assert [_ask(scene, days) for days in (0, 1, 30)] == [0, 0, 0]
    (mail,) = _mails(scene)
    assert (mail.to, mail.subject) == (scene.seller.email, "Is 'Teak Sofa' still available?")
    (notice,) = scene.db.exec(select(Notification).where(Notification.account_id == scene.seller.id))
    assert (notice.kind, notice.link) == ("ad_still_available", f"/still-available?token={_tokens(scene)[0]}")


@pytest.mark.parametrize(
    "act",
    [
        lambda s: ads.confirm(s.db, s.owner, s.ad.id),
        lambda s: ads.renew(s.db, s.owner, s.ad.id),
        lambda s: ads.revise(s.db, s.owner, s.ad.id, draft(s.category, name=f"Other {s.now}")),
        lambda s: ads.mark_reserved(s.db, s.owner, s.ad.id),
        lambda s: (ads.pause(s.db, s.owner, s.ad.id), ads.resume(s.db, s.owner, s.ad.id)),
    ],
    ids=["confirm", "renew", "edit", "reserve", "resume"],
)
def test_every_action_of_the_seller_is_an_answer(scene, act):
    scene.now += timedelta(days=5)
    act(scene)
    assert _ask(scene, 6) == 0
    assert _ask(scene, 1) == 1
    act(scene)
    assert scene.ad.quiet_stage == 0
    with pytest.raises(Conflict, match="already answered"):
        ads.answer(scene.db, ANONYMOUS, _tokens(scene)[0], "available")


def test_ads_that_are_not_offered_are_not_asked_about(scene):
    for status in (AdStatus.PENDING, AdStatus.PAUSED, AdStatus.SOLD, AdStatus.EXPIRED):
        factories.ad(scene.db, scene.seller, scene.category, status=status)
    offer = deals.make_offer(scene.db, factories.actor(factories.buyer(scene.db)), scene.ad.id, 9000)
    deals.accept_offer(scene.db, scene.owner, offer.id)
    scene.ad.reserved_until = scene.now + timedelta(days=20)
    suspended = factories.seller(scene.db, status=AccountStatus.SUSPENDED)
    factories.save(scene.db, scene.ad)
    factories.ad(scene.db, suspended, scene.category)
    assert _ask(scene) == 0
    assert _mails(scene) == []


def test_many_ads_of_a_seller_are_one_mail(scene):
    names = [factories.ad(scene.db, scene.seller, scene.category, name=f"chair {n}").id for n in range(4)]
    late = factories.ad(scene.db, scene.seller, scene.category, first_approved_at=scene.now + timedelta(days=1))
    assert (_ask(scene), ads.ask_sellers(scene.db)) == (1, 0)
    (mail,) = _mails(scene)
    assert mail.subject == "Are these 5 ads still available?"
    assert {token[:26] for token in _tokens(scene)} == {scene.ad.id, *names}
    # The next ad is due a day later, and waits until the seller may be asked again.
    assert [_ask(scene, 1) for _ in range(3)] == [0, 0, 1]
    assert _tokens(scene)[-1][:26] == late.id


@pytest.mark.parametrize(
    ("said", "status", "reserved"),
    [
        ("available", "approved", False),
        ("reserved", "approved", True),
        ("sold", "sold", False),
        ("pause", "paused", False),
    ],
)
def test_one_tap_answers_without_a_login_and_once(scene, said, status, reserved):
    _ask(scene)
    (token,) = _tokens(scene)
    asked = ads.find_asked(scene.db, ANONYMOUS, token)
    assert (asked.card.display_name, asked.days, scene.ad.quiet_stage) == ("Teak Sofa", 7, 1)
    assert ads.answer(scene.db, ANONYMOUS, token, said)
    assert (scene.ad.status, scene.ad.reserved_until is not None) == (status, reserved)
    for again in (
        lambda: ads.find_asked(scene.db, ANONYMOUS, token),
        lambda: ads.answer(scene.db, ANONYMOUS, token, "sold"),
    ):
        with pytest.raises(Conflict, match="already answered"):
            again()
    assert scene.ad.status == status


def test_links_that_are_forged_old_or_of_somebody_else_change_nothing(scene):
    other = factories.ad(scene.db, factories.seller(scene.db), scene.category)
    _ask(scene)
    first, second = _tokens(scene)
    signature = first.partition(".")[2]
    forged = [
        "",
        ".",
        "x",
        f"{scene.ad.id}.",
        f"{scene.ad.id}",
        f"{other.id}.{signature}",
        first + "0",
        first.upper(),
        "é.é",
    ]
    for token in forged:
        with pytest.raises(NotFound, match="no longer valid"):
            ads.find_asked(scene.db, ANONYMOUS, token)
        with pytest.raises(NotFound, match="no longer valid"):
            ads.answer(scene.db, ANONYMOUS, token, "sold")
    for said in ("", "delete", "confirm"):
        with pytest.raises(Invalid):
            ads.answer(scene.db, ANONYMOUS, first, said)
    assert (scene.ad.status, other.status) == (AdStatus.APPROVED, AdStatus.APPROVED)
    # Asked again, only the newest link counts.
    ads.confirm(scene.db, scene.owner, scene.ad.id)
    _ask(scene)
    with pytest.raises(NotFound):
        ads.answer(scene.db, ANONYMOUS, first, "sold")
    ads.answer(scene.db, ANONYMOUS, _tokens(scene)[-1], "available")
    assert second


def _delete(scene):
    ads.delete(scene.db, scene.owner, scene.ad.id)


def _reassign(scene):
    new = draft(scene.category, name="teak sofa", seller_id=factories.seller(scene.db).id)
    ads.revise(scene.db, scene.admin, scene.ad.id, new)


def _take_down(scene):
    ads.take_down(scene.db, scene.admin, scene.ad.id, "No.")


def _expire(scene):
    for days in (3, 4, 7):
        scene.now += timedelta(days=days)
        ads.age_unanswered(scene.db)


def _suspend(scene):
    scene.seller.status = AccountStatus.SUSPENDED
    factories.save(scene.db, scene.seller)


@pytest.mark.parametrize("end", [_delete, _reassign, _take_down, _expire, _suspend])
def test_a_link_ends_with_the_ad_or_its_seller(scene, end):
    _ask(scene)
    (token,) = _tokens(scene)
    end(scene)
    with pytest.raises((NotFound, Conflict)):
        ads.answer(scene.db, ANONYMOUS, token, "available")
    assert scene.ad.confirmed_at is None


def test_a_deal_is_not_answered_away(scene):
    _ask(scene)
    (token,) = _tokens(scene)
    offer = deals.make_offer(scene.db, factories.actor(factories.buyer(scene.db)), scene.ad.id, 9000)
    deals.accept_offer(scene.db, scene.owner, offer.id)
    with pytest.raises(Conflict):
        ads.answer(scene.db, ANONYMOUS, token, "sold")
    assert scene.ad.status is AdStatus.APPROVED


def test_without_an_answer_an_ad_sinks_fades_and_expires(scene):
    _ask(scene)
    seen = []
    for _ in range(15):
        scene.now += timedelta(days=1)
        ads.age_unanswered(scene.db)
        cards = _cards(scene)
        # Buyers still read when it was published.
        assert {card.published_at for card in cards} <= {scene.ad.first_approved_at}
        seen.append((scene.ad.quiet_stage, [card.unconfirmed for card in cards]))
    assert seen == [(1, [False])] * 2 + [(2, [False])] * 4 + [(3, [True])] * 7 + [(3, [])] * 2
    assert (scene.ad.status, _mails(scene)[-1].subject) == (AdStatus.EXPIRED, "Your ad 'Teak Sofa' has expired")
    ads.renew(scene.db, scene.owner, scene.ad.id)
    assert (scene.ad.quiet_stage, scene.ad.confirmed_at) == (0, scene.now)
    assert [card.unconfirmed for card in _cards(scene)] == [False]


def test_a_lowered_ad_has_another_place_in_the_lists_and_in_the_index_until_it_is_confirmed(scene):
    older = factories.seller(scene.db)
    kept = factories.ad(scene.db, older, scene.category, first_approved_at=scene.now - timedelta(days=3))
    assert [card.id for card in _cards(scene)] == [scene.ad.id, kept.id]
    _ask(scene)
    ads.confirm(scene.db, factories.actor(older), kept.id)
    scene.db.commit()
    before = len(scene.db.exec(select(ListingChange)).all())
    scene.now += timedelta(days=3)
    assert (ads.age_unanswered(scene.db), ads.age_unanswered(scene.db)) == (1, 0)
    scene.db.commit()
    assert [card.id for card in _cards(scene)] == [kept.id, scene.ad.id]
    # The indexer learns of the former and of the new place.
    assert len(scene.db.exec(select(ListingChange)).all()) - before == 2
    listings.rebuild(scene.db)
    assert [card.id for card in _cards(scene)] == [kept.id, scene.ad.id]
    ads.confirm(scene.db, scene.owner, scene.ad.id)
    assert [card.id for card in _cards(scene)] == [scene.ad.id, kept.id]


def test_an_outage_gives_sellers_the_same_time_to_answer(scene):
    _ask(scene, 40)
    assert ads.age_unanswered(scene.db) == 0
    scene.now += timedelta(days=3)
    assert (ads.age_unanswered(scene.db), ads.age_unanswered(scene.db)) == (1, 0)
    assert (scene.ad.quiet_stage, scene.ad.status) == (2, AdStatus.APPROVED)
