"""A way to make each kind of row: who waits, and the domain function that does what is asked."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

from sqlmodel import Session, update

from marketplace.core import clock
from marketplace.domain import ads, chat, deals, handovers, rentals, reviews, wanted
from marketplace.domain.personal_data.service import erase_dormant_account
from marketplace.domain.reviews import ReviewDraft
from marketplace.domain.wanted import WantedDraft
from marketplace.models import Ad, AdStatus, AdType, ConversationParty, QuietStage
from tests import factories
from tests.domain.ads.drafting import draft

NOW = datetime(2026, 11, 20, 6, 30, tzinfo=UTC)  # noon in India, a Friday


class Scene(SimpleNamespace):
    """A buyer and a seller with nothing between them, on a clock that only the test moves."""

    db: Session

    def __init__(self, db: Session) -> None:
        super().__init__(db=db, now=NOW)
        seller, buyer = factories.seller(db, name="Asha Rao"), factories.buyer(db, name="Ravi Iyer")
        self.accounts = {"seller": seller, "buyer": buyer}
        self.actors = {side: factories.actor(account) for side, account in self.accounts.items()}
        self.seller, self.buyer = self.actors["seller"], self.actors["buyer"]
        self.admin = factories.actor(factories.admin(db))
        self.category = factories.category(db)

    def wait(self, **period: float) -> None:
        """Move the clock."""
        self.now += timedelta(**period)

    def ad(self, **values) -> str:
        return factories.ad(self.db, self.accounts["seller"], self.category, **self.sofa() | values).id

    def sofa(self) -> dict:
        return {"name": "teak sofa", "price_paise": 10_000_00}

    def offer(self) -> str:
        return deals.make_offer(self.db, self.buyer, self.ad(), 4500).id

    def deal(self) -> str:
        return deals.accept_offer(self.db, self.seller, self.offer()).deal_id

    def meetup(self) -> str:
        deal_id = self.deal()
        deals.propose_meetup(self.db, self.seller, deal_id, "Station", (self.now + timedelta(days=1)).isoformat())
        return deal_id

    def meeting(self) -> str:
        deal_id = self.meetup()
        deals.confirm_meetup(self.db, self.buyer, deal_id)
        self.wait(hours=23)
        return deal_id

    def hand_over(self, deal_id: str) -> None:
        deals.hand_over(self.db, self.seller, deal_id, deals.get_deal(self.db, self.buyer, deal_id).code)

    def done(self) -> str:
        deal_id = self.deal()
        self.hand_over(deal_id)
        return deal_id

    def enquiry(self) -> str:
        pickup = self.now + timedelta(hours=8)
        ad_id = self.ad(name="mountain bike", ad_type=AdType.RENT)
        # So long that the return is not near.
        return rentals.enquire(self.db, self.buyer, ad_id, pickup, pickup + timedelta(days=4)).id

    def booking(self) -> str:
        enquiry_id = self.enquiry()
        rentals.accept(self.db, self.seller, enquiry_id)
        return enquiry_id

    def meet_for(self, enquiry_id: str, days: float) -> str:
        at = (self.now + timedelta(days=days)).isoformat()
        handovers.propose_meetup(self.db, self.seller, enquiry_id, "Station", at)
        return enquiry_id

    def near_return(self) -> str:
        enquiry_id = self.picked_up()
        self.wait(days=2)
        return enquiry_id

    def deposit(self, enquiry_id: str, stage: str) -> str:
        handovers.record_deposit(self.db, self.seller, enquiry_id, stage, amount=500)
        return enquiry_id

    def deposited(self) -> str:
        enquiry_id = self.deposit(self.picked_up(), "pickup")
        handovers.confirm_deposit(self.db, self.buyer, enquiry_id, "pickup")
        return enquiry_id

    def code(self, enquiry_id: str) -> str:
        return handovers.get_record(self.db, self.buyer, enquiry_id).code

    def pick_up(self, enquiry_id: str) -> None:
        handovers.confirm_pickup(self.db, self.seller, enquiry_id, self.code(enquiry_id))

    def give_back(self, enquiry_id: str) -> None:
        handovers.confirm_return(self.db, self.seller, enquiry_id, self.code(enquiry_id))

    def picked_up(self) -> str:
        enquiry_id = self.booking()
        self.pick_up(enquiry_id)
        return enquiry_id

    def photo(self, enquiry_id: str, stage: str) -> str:
        photo = factories.upload(self.db, self.accounts["seller"])
        handovers.add_photo(self.db, self.seller, enquiry_id, stage, part="Front", photo=photo.id)
        return enquiry_id

    def record(self) -> str:
        return self.photo(self.booking(), "pickup")

    def record_of_return(self) -> str:
        return self.photo(self.picked_up(), "return")

    def rejected(self) -> str:
        return self.ad(status=AdStatus.REJECTED)

    def change(self, ad_id: str) -> None:
        ads.revise(self.db, self.seller, ad_id, draft(self.category, name="teak sofa, oiled"))

    def rejected_change(self) -> str:
        ad_id = self.ad()
        self.change(ad_id)
        ads.reject(self.db, self.admin, ad_id, "No photos of others, please", version=2)
        return ad_id

    def quiet(self) -> str:
        ad_id = self.ad()
        ad = self.db.get_one(Ad, ad_id)
        ad.quiet_stage, ad.asked_at = QuietStage.ASKED, self.now
        factories.save(self.db, ad)
        return ad_id

    def draft(self, ad_id: str = "") -> str:
        ads.save_draft(self.db, self.seller, {"values": {"name": "teak sofa"}}, ad_id=ad_id)
        return ad_id

    def wanted(self) -> str:
        chairs = factories.subcategory(self.db, self.category)
        place = {"state": "Maharashtra", "city": "Pune"}
        asked = WantedDraft(title="A sofa for two", ad_type="sell", subcategory_id=chairs.id, **place)
        wanted_id = wanted.create(self.db, self.buyer, asked).id
        self.wait(days=27)
        return wanted_id


Step = Callable[[Scene, str], object]


@dataclass(frozen=True)
class Case:
    """A kind of row.

    Attributes:
        kind: of the row.
        side: for whom it waits.
        make: makes it; returns the id of what it is about, or of an ad with which the link is made.
        act: does what is asked.
        text: what the person reads.
        deadline: in words; empty without one.
        link: part of the link.
        rest: kinds of rows that wait for the same person besides, before or after.
    """

    kind: str
    side: str
    make: Callable[[Scene], str]
    act: Step
    text: str
    link: str
    deadline: str = ""
    rest: frozenset[str] = field(default_factory=frozenset)


def _counter(scene: Scene) -> str:
    offer_id = scene.offer()
    deals.counter_offer(scene.db, scene.seller, offer_id, 5000)
    return offer_id


def _written(scene: Scene) -> str:
    chat.send(scene.db, scene.buyer, scene.seller.account_id or "", "Is it still there?")
    # Messages are dated by the true clock.
    scene.db.exec(update(ConversationParty).values(last_at=scene.now))
    return scene.buyer.account_id or ""


def _left_alone(scene: Scene) -> str:
    enquiry_id = scene.picked_up()
    erase_dormant_account(scene.db, scene.accounts["buyer"])
    return enquiry_id


def _review(scene: Scene, **about: str) -> None:
    reviews.write_review(scene.db, scene.buyer, ReviewDraft(stars=5, text="Fine.", **about))


def _returned(scene: Scene) -> str:
    enquiry_id = scene.picked_up()
    scene.give_back(enquiry_id)
    return enquiry_id


def _propose(scene: Scene, deal_id: str) -> None:
    deals.propose_meetup(scene.db, scene.seller, deal_id, "Station", (scene.now + timedelta(days=1)).isoformat())


_MORE = frozenset
CASES: tuple[Case, ...] = (
    Case(
        "offer", "seller", Scene.offer, lambda scene, at: deals.decline_offer(scene.db, scene.seller, at),
        "Ravi Iyer offers ₹4,500 for Teak Sofa", "/seller/messages?user=", "Answer by Sunday 12:00",
    ),
    Case(
        "counter_offer", "buyer", _counter, lambda scene, at: deals.decline_offer(scene.db, scene.buyer, at),
        "Asha Rao made a counter-offer of ₹5,000 for Teak Sofa", "/user/messages?seller=", "Answer by Sunday 12:00",
    ),
    Case(
        "enquiry", "seller", Scene.enquiry, lambda scene, at: rentals.decline(scene.db, scene.seller, at),
        "Ravi Iyer asks for Mountain Bike from 20 Nov 2026, 20:00", "/seller/enquiries", "Answer by today 20:00",
    ),
    Case(
        "meetup_propose", "seller", Scene.deal, _propose,
        "Agree with Ravi Iyer where and when to meet for Teak Sofa", "/deals/", "Reserved until Wednesday 12:00",
    ),
    Case(
        "meetup_answer", "buyer", Scene.meetup, lambda scene, at: deals.confirm_meetup(scene.db, scene.buyer, at),
        "Asha Rao proposes a meetup for Teak Sofa", "/deals/", "Answer by tomorrow 12:00",
    ),
    Case(
        "handover_show", "buyer", Scene.meeting, Scene.hand_over,
        "Pay Asha Rao for Teak Sofa, then show your code", "/deals/", "Reserved until Wednesday 12:00",
        rest=_MORE({"review"}),
    ),
    Case(
        "handover_confirm", "seller", Scene.meeting, Scene.hand_over,
        "Get paid by Ravi Iyer for Teak Sofa, then type the code", "/deals/", "Reserved until Wednesday 12:00",
        rest=_MORE({"review"}),
    ),
    Case(
        "pickup_show", "buyer", Scene.booking, Scene.pick_up,
        "Pick up Mountain Bike from Asha Rao and show your code", "/rentals/", "Pick up by today 20:00",
        rest=_MORE({"return_show", "pickup_meetup_propose"}),
    ),
    Case(
        "pickup_confirm", "seller", Scene.booking, Scene.pick_up,
        "Hand Mountain Bike to Ravi Iyer and type the code", "/rentals/", "Confirm by today 20:00",
        rest=_MORE({"return_confirm", "pickup_meetup_propose"}),
    ),
    Case(
        "return_show", "buyer", Scene.picked_up, Scene.give_back,
        "Return Mountain Bike to Asha Rao and show your code", "/rentals/", "Return by Tuesday 20:00",
        rest=_MORE({"review"}),
    ),
    Case(
        "return_confirm", "seller", Scene.picked_up, Scene.give_back,
        "Take Mountain Bike back from Ravi Iyer and type the code", "/rentals/", "Confirm by Tuesday 20:00",
        rest=_MORE({"review"}),
    ),
    Case(
        "return_alone", "seller", _left_alone,
        lambda scene, at: handovers.confirm_return(scene.db, scene.seller, at),
        "Mountain Bike is still rented out, and the other account is closed", "/rentals/", "Return by Tuesday 20:00",
    ),
    Case(
        "pickup_meetup_propose", "buyer", Scene.booking, lambda scene, at: scene.meet_for(at, 0.1),
        "Agree with Asha Rao where to meet for the pickup of Mountain Bike", "/rentals/", "Pick up by today 20:00",
        rest=_MORE({"pickup_show", "pickup_meetup_answer"}),
    ),
    Case(
        "pickup_meetup_answer", "buyer", lambda scene: scene.meet_for(scene.booking(), 0.25),
        lambda scene, at: handovers.confirm_meetup(scene.db, scene.buyer, at),
        "Asha Rao proposes a meetup for the pickup of Mountain Bike", "/rentals/", "Answer by today 18:00",
        rest=_MORE({"pickup_show"}),
    ),
    Case(
        "return_meetup_propose", "buyer", Scene.near_return, lambda scene, at: scene.meet_for(at, 1),
        "Agree with Asha Rao where to meet for the return of Mountain Bike", "/rentals/", "Return by Tuesday 20:00",
        rest=_MORE({"return_show", "return_meetup_answer"}),
    ),
    Case(
        "return_meetup_answer", "buyer", lambda scene: scene.meet_for(scene.near_return(), 1),
        lambda scene, at: handovers.confirm_meetup(scene.db, scene.buyer, at),
        "Asha Rao proposes a meetup for the return of Mountain Bike", "/rentals/", "Answer by tomorrow 12:00",
        rest=_MORE({"return_show"}),
    ),
    Case(
        "deposit_pickup", "buyer", lambda scene: scene.deposit(scene.picked_up(), "pickup"),
        lambda scene, at: handovers.confirm_deposit(scene.db, scene.buyer, at, "pickup"),
        "Confirm the deposit of ₹500 for Mountain Bike", "/rentals/", rest=_MORE({"return_show"}),
    ),
    Case(
        "deposit_return", "buyer", lambda scene: scene.deposit(scene.deposited(), "return"),
        lambda scene, at: handovers.confirm_deposit(scene.db, scene.buyer, at, "return"),
        "Confirm that ₹500 of the deposit for Mountain Bike was given back", "/rentals/", rest=_MORE({"return_show"}),
    ),
    Case(
        "condition_pickup", "buyer", Scene.record,
        lambda scene, at: handovers.confirm_record(scene.db, scene.buyer, at, "pickup"),
        "Confirm the condition of Mountain Bike at the pickup", "/rentals/", rest=_MORE({"pickup_show", "pickup_meetup_propose"}),
    ),
    Case(
        "condition_return", "buyer", Scene.record_of_return,
        lambda scene, at: handovers.confirm_record(scene.db, scene.buyer, at, "return"),
        "Confirm the condition of Mountain Bike at the return", "/rentals/", rest=_MORE({"return_show"}),
    ),
    Case(
        "review", "buyer", Scene.done, lambda scene, at: _review(scene, deal_id=at),
        "How was it with Asha Rao? Write a review of Teak Sofa", "/deals/", "Write by 4 Dec 2026",
    ),
    Case(
        "review", "buyer", _returned, lambda scene, at: _review(scene, enquiry_id=at),
        "How was it with Asha Rao? Write a review of Mountain Bike", "/reviews/", "Write by 4 Dec 2026",
    ),
    Case(
        "message", "seller", _written, lambda scene, at: chat.send(scene.db, scene.seller, at, "Yes"),
        "Ravi Iyer waits for your reply", "/seller/messages?user=",
    ),
    Case(
        "ad_rejected", "seller", Scene.rejected, lambda scene, at: ads.delete(scene.db, scene.seller, at),
        "Your ad Teak Sofa was rejected", "/seller/edit/product/",
    ),
    Case(
        "change_rejected", "seller", Scene.rejected_change, Scene.change,
        "Your change to Teak Sofa was rejected", "/seller/edit/product/",
    ),
    Case(
        "ad_quiet", "seller", Scene.quiet, lambda scene, at: ads.confirm(scene.db, scene.seller, at),
        "Is Teak Sofa still available?", "/still-available?token=", "Answer by 4 Dec 2026",
    ),
    Case(
        "ad_expiring", "seller", lambda scene: scene.ad(expires_at=scene.now + timedelta(hours=30)),
        lambda scene, at: ads.renew(scene.db, scene.seller, at),
        "Teak Sofa expires soon", "/seller/ads?renew=", "Renew by tomorrow 18:00",
    ),
    Case(
        "draft", "seller", Scene.draft, lambda scene, _at: ads.discard_draft(scene.db, scene.seller),
        "Your draft teak sofa is not posted yet", "/seller/create/products",
    ),
    Case(
        "draft_change", "seller", lambda scene: scene.draft(scene.ad()),
        lambda scene, at: ads.discard_draft(scene.db, scene.seller, ad_id=at),
        "Your change to Teak Sofa is not submitted yet", "/seller/edit/product/",
    ),
    Case(
        "wanted_expiring", "buyer", Scene.wanted, lambda scene, at: wanted.renew(scene.db, scene.buyer, at),
        "Your wanted ad A sofa for two expires soon", "/user/wanted?renew=", "Renew by Sunday 12:00",
    ),
)  # fmt: skip


def stop_clock(monkeypatch, scene: Scene) -> None:
    """Let the scene decide what time it is."""
    monkeypatch.setattr(clock, "now", lambda: scene.now)


def by_kind(cases: tuple[Case, ...] = CASES) -> Mapping[str, Case]:
    """One case of each kind."""
    return {case.kind: case for case in cases}
