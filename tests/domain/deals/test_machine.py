"""Hypothesis plays both sides, a second buyer and a stranger: no two winners, always a way out, nothing of others seen."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from sqlmodel import select

from marketplace.core.errors import Conflict, Forbidden, MarketplaceError, NotFound
from marketplace.domain import accounts, ads, chat, deals, meetups
from marketplace.domain.deals.lifecycle import ACTIVE_DEALS, LIVE_OFFERS
from marketplace.models import Ad, AdStatus, Deal, DealStatus, Offer, OfferStatus
from tests import factories

PRICES = st.sampled_from([3000, 4000, 8000, 10_000, 12_000])
BUYERS = st.sampled_from(["first", "second"])
PEOPLE = st.sampled_from(["first", "second", "seller", "stranger"])
# Most steps are those of the person whose move it is, so that the machine gets far.
MOVERS = st.sampled_from(["mover", "mover", "mover", "first", "second", "seller", "stranger"])
MEMBERS = st.sampled_from(["first", "second", "seller"])
RARELY = st.integers(0, 14)
PICK = st.integers(0, 5)


def after_a_change(check):
    """Make an invariant that asks the database only after a change: what a refused call leaves has been checked before."""

    def check_changed(self) -> None:
        if self.checked.get(check) != self.changes:
            check(self)
            self.checked[check] = self.changes

    check_changed.__name__ = check.__name__
    return invariant()(check_changed)


class Deals(RuleBasedStateMachine):
    """An ad for sale with everything that can happen to its offers."""

    def __init__(self, db, time, seen: set[str]) -> None:
        super().__init__()
        self.db, self.time, self.seen = db, time, seen
        self.changes = 0
        self.checked: dict[object, int] = {}

    @initialize(start=st.sampled_from(["empty", "offered", "reserved", "meeting"]))
    def begin(self, start) -> None:
        db = self.db
        self.people = {
            "seller": factories.seller(db),
            "first": factories.buyer(db),
            "second": factories.buyer(db),
            "stranger": factories.buyer(db),
        }
        self.actors = {name: factories.actor(account) for name, account in self.people.items()}
        self.admin = factories.actor(factories.admin(db))
        ad = factories.ad(db, self.people["seller"], factories.category(db), price_paise=10_000_00)
        self.ad_id = ad.id
        self.suspended: set[str] = set()
        if start != "empty":
            offer = deals.make_offer(db, self.actors["first"], self.ad_id, 8000)
            deals.make_offer(db, self.actors["second"], self.ad_id, 9000)
            if start in ("reserved", "meeting"):
                deal_id = deals.accept_offer(db, self.actors["seller"], offer.id).deal_id
            if start == "meeting":
                at = (self.time.now + timedelta(hours=24)).isoformat()
                deals.propose_meetup(db, self.actors["first"], deal_id, "Central Station", at)
                deals.confirm_meetup(db, self.actors["seller"], deal_id)

    def call(self, who, act, *args, **options):
        """Call as one of them in a transaction of its own; refusals are part of the game."""
        if who in self.suspended:
            return None
        point = self.db.begin_nested()
        try:
            result = act(self.db, self.actors.get(who, self.admin), *args, **options)
        except MarketplaceError as error:
            if error.commits:
                point.commit()
                self.changes += 1
            else:
                point.rollback()
            return error
        point.commit()
        self.changes += 1
        return result

    def all_offers(self) -> list[Offer]:
        return list(self.db.exec(select(Offer).where(Offer.ad_id == self.ad_id).order_by(Offer.id)))

    def newest_but(self, pick: int) -> Offer | None:
        """The newest offer for 0, the one before it for 1, and so on."""
        offers = self.all_offers()
        return offers[-1 - pick] if pick < len(offers) else None

    def reservations(self) -> list[Deal]:
        return list(self.db.exec(select(Deal).where(Deal.ad_id == self.ad_id).order_by(Deal.id)))

    def ad(self) -> Ad:
        return self.db.exec(select(Ad).where(Ad.id == self.ad_id)).one()

    @rule(who=BUYERS, price=PRICES)
    def offer(self, who, price):
        made = self.call(who, deals.make_offer, self.ad_id, price)
        if isinstance(made, deals.OfferView):
            assert self.ad().status is AdStatus.APPROVED
            assert price >= 4000

    @rule(who=MOVERS, pick=PICK, act=st.sampled_from([deals.accept_offer, deals.decline_offer, deals.withdraw_offer]))
    def answer(self, who, pick, act):
        offer = self.newest_but(pick)
        if offer is None:
            return
        who = self._mover(offer, withdraws=act is deals.withdraw_offer) if who == "mover" else who
        was_over = offer.status in LIVE_OFFERS and offer.expires_at <= self.time.now
        offer_id = offer.id
        done = self.call(who, act, offer_id)
        if isinstance(done, deals.OfferView):
            assert not was_over
            assert self.people[who].id in (done.buyer_id, done.seller_id)
        elif who == "stranger":
            assert isinstance(done, NotFound)

    @rule(who=MOVERS, pick=PICK, price=PRICES)
    def counter(self, who, pick, price):
        if offer := self.newest_but(pick):
            who = self._mover(offer, withdraws=False) if who == "mover" else who
            self.call(who, deals.counter_offer, offer.id, price)

    @rule(who=MOVERS)
    def cancel(self, who):
        who = "seller" if who == "mover" else who
        if found := self.reservations():
            done = self.call(who, deals.cancel_deal, found[-1].id, "Changed my mind")
            if who == "stranger":
                assert isinstance(done, NotFound)

    @rule(who=MOVERS, right=st.sampled_from([True, True, True, False]))
    def hand_over(self, who, right):
        who = "seller" if who == "mover" else who
        if not (found := self.reservations()):
            return
        deal = deals.get_deal(self.db, self._buyer_of(found[-1]), found[-1].id)
        done = self.call(who, deals.hand_over, deal.id, deal.code if right else "x")
        if isinstance(done, deals.DealView):
            assert who == "seller"
            assert right
            assert deal.status in ACTIVE_DEALS
            assert self.ad().status is AdStatus.SOLD

    @rule(who=MOVERS, hours=st.sampled_from([-1, 1, 20, 150, 300]))
    def propose_meetup(self, who, hours):
        who = "seller" if who == "mover" else who
        if not (found := self.reservations()):
            return
        at = (self.time.now + timedelta(hours=hours)).isoformat()
        done = self.call(who, deals.propose_meetup, found[-1].id, "Central Station", at)
        if isinstance(done, deals.DealView):
            assert hours in (1, 20, 150)
            assert (done.status, done.meetup.confirmed, done.meetup.mine) == (DealStatus.RESERVED, False, True)
        elif who == "stranger":
            assert isinstance(done, NotFound)

    @rule(who=MOVERS)
    def confirm_meetup(self, who):
        if not (found := self.reservations()):
            return
        deal = deals.get_deal(self.db, self._buyer_of(found[-1]), found[-1].id)
        if who == "mover":
            who = "seller" if deal.meetup and deal.meetup.mine else self._name_of(deal.buyer_id)
        done = self.call(who, deals.confirm_meetup, deal.id)
        if isinstance(done, deals.DealView):
            assert (deal.status, done.status) == (DealStatus.RESERVED, DealStatus.MEETING)
            assert deal.meetup.at > self.time.now
            assert not done.meetup.mine
            assert done.reserved_until >= max(deal.reserved_until, done.meetup.at + timedelta(hours=1))

    @rule(who=MOVERS, here=st.booleans())
    def on_the_way(self, who, here):
        who = "seller" if who == "mover" else who
        if found := self.reservations():
            options = () if here else (15,)
            done = self.call(who, deals.report_here if here else deals.report_late, found[-1].id, *options)
            if isinstance(done, deals.DealView):
                assert done.status is DealStatus.MEETING
                assert done.meetup.own_text

    @rule(who=PEOPLE)
    def renew_code(self, who):
        if found := self.reservations():
            self.call(who, deals.renew_code, found[-1].id)

    @rule(hours=st.sampled_from([1, 1, 1, 30, 49, 130]), jobs=st.booleans())
    def wait(self, hours, jobs):
        self.time.wait(hours=hours)
        self.changes += 1
        if jobs:
            deals.remind_meetups(self.db)
            deals.expire_deals(self.db)
            deals.expire_offers(self.db)

    @rule(chance=RARELY)
    def sell_elsewhere(self, chance):
        if chance:
            return
        reserved = self._active_now()
        done = self.call("seller", ads.mark_sold, self.ad_id)
        if reserved and done is not None:
            assert isinstance(done, Conflict)

    @rule()
    def relist(self):
        self.call("seller", ads.relist, self.ad_id)

    @rule(chance=RARELY)
    def delete_ad(self, chance):
        if chance == 0:
            self.call("seller", ads.delete, self.ad_id)

    @rule(who=MEMBERS, chance=RARELY)
    def suspend_or_restore(self, who, chance):
        if who in self.suspended:
            accounts.restore(self.db, self.admin, self.people[who].id)
            self.suspended.remove(who)
            self.changes += 1
        elif chance == 0:
            accounts.suspend(self.db, self.admin, self.people[who].id, "A test")
            self.suspended.add(who)
            self.changes += 1

    @rule(who=BUYERS, blocked=st.booleans())
    def block(self, who, blocked):
        self.call("seller", chat.block if blocked else chat.unblock, self.people[who].id)

    @after_a_change
    def remember(self):
        self.seen.update(f"offer {offer.status}" for offer in self.all_offers())
        self.seen.update(f"deal {deal.status}" for deal in self.reservations())

    @after_a_change
    def one_winner(self):
        active = [deal for deal in self.reservations() if deal.status in ACTIVE_DEALS]
        assert len(active) <= 1
        assert self.ad().reserved_until == (active[0].reserved_until if active else None)
        accepted = [offer.id for offer in self.all_offers() if offer.status is OfferStatus.ACCEPTED]
        assert sorted(accepted) == sorted(deal.offer_id for deal in self.reservations())

    @after_a_change
    def a_meetup_is_agreed_by_both_and_within_the_bound(self):
        longest = timedelta(days=5 + 3, hours=6)
        for deal in self.reservations():
            meetup = meetups.find_meetup(self.db, deal)
            if deal.status is DealStatus.MEETING:
                assert meetup.confirmed_at
            if deal.status is DealStatus.RESERVED:
                assert not (meetup and meetup.confirmed_at)
            assert deal.reserved_until <= deal.created_at + longest

    @after_a_change
    def one_live_offer_of_each_buyer(self):
        live = [offer.buyer_id for offer in self.all_offers() if offer.status in LIVE_OFFERS]
        assert len(live) == len(set(live))

    @after_a_change
    def nothing_is_open_for_an_ad_that_is_gone(self):
        if self.ad().status in (AdStatus.SOLD, AdStatus.DELETED):
            assert not [offer for offer in self.all_offers() if offer.status in LIVE_OFFERS]
            assert not [deal for deal in self.reservations() if deal.status in ACTIVE_DEALS]

    @after_a_change
    def both_sides_have_a_way_out(self):
        for name in ("first", "second"):
            buyer = self.people[name]
            for offer in deals.list_offers_for_buyer(self.db, self.actors[name], buyer.id).items:
                if offer.status in LIVE_OFFERS:
                    assert {"withdraw", "decline"} & set(offer.moves)
            for deal in deals.list_deals_for_buyer(self.db, self.actors[name], buyer.id).items:
                assert ("cancel" in deal.moves) == (deal.status in ACTIVE_DEALS)
                assert bool(deal.code) == (deal.status in ACTIVE_DEALS)
                assert ("meetup" in deal.moves) == (deal.status in ACTIVE_DEALS)
                assert bool(deal.next_step.until_text) == (deal.status in ACTIVE_DEALS)

    @after_a_change
    def nobody_sees_what_is_not_theirs(self):
        for name in ("first", "second"):
            own = self.people[name].id
            assert all(
                offer.buyer_id == own for offer in deals.list_offers_for_buyer(self.db, self.actors[name], own).items
            )
        seller_id = self.people["seller"].id
        for deal in deals.list_deals_for_seller(self.db, self.actors["seller"], seller_id).items:
            assert deal.code == ""
            for name in ("first", "second", "stranger"):
                if self.people[name].id != deal.buyer_id:
                    with pytest.raises(NotFound):
                        deals.get_deal(self.db, self.actors[name], deal.id)
        for list_others in (deals.list_offers_for_seller, deals.list_deals_for_seller):
            with pytest.raises(Forbidden):
                list_others(self.db, self.actors["stranger"], seller_id)

    def teardown(self) -> None:
        """With time alone, everything ends and the ad is free."""
        self.time.wait(days=60)
        self.changes += 1
        deals.expire_deals(self.db, limit=1000)
        deals.expire_offers(self.db, limit=1000)
        assert not [
            offer for offer in self.all_offers() if offer.status in LIVE_OFFERS and offer.expires_at <= self.time.now
        ]
        assert not [deal for deal in self.reservations() if deal.status in ACTIVE_DEALS]
        assert self.ad().reserved_until is None
        self.remember()

    def _buyer_of(self, deal: Deal):
        return next(actor for name, actor in self.actors.items() if self.people[name].id == deal.buyer_id)

    def _name_of(self, account_id: str) -> str:
        return next(name for name, account in self.people.items() if account.id == account_id)

    def _mover(self, offer: Offer, *, withdraws: bool) -> str:
        """Who may answer the offer, or withdraw it."""
        if (offer.status is OfferStatus.COUNTERED) is withdraws:
            return "seller"
        return next((name for name in ("first", "second") if self.people[name].id == offer.buyer_id), "stranger")

    def _active_now(self) -> bool:
        return any(deal.status in ACTIVE_DEALS and deal.reserved_until > self.time.now for deal in self.reservations())


@pytest.mark.long
def test_offers_and_deals(db, time):
    seen: set[str] = set()
    run_state_machine_as_test(
        lambda: Deals(db, time, seen),
        settings=settings(
            max_examples=80,
            stateful_step_count=40,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
    # It got everywhere.
    assert seen >= {f"offer {status}" for status in OfferStatus} - {"offer open", "offer countered"}
    assert seen >= {f"deal {status}" for status in ("meeting", "done", "cancelled", "expired")}
