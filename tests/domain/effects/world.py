"""A seller, a buyer and an ad, for one pair of event and dependent."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session, col, select

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.domain import ads, deals
from marketplace.domain.ads.schemas import AdDraft, FieldInput
from marketplace.domain.effects import Event
from marketplace.models import Ad, AdStatus, InputType, Notification, OutboxMail
from tests import factories
from tests.domain.ads.drafting import draft

ROAD_BIKES, CITY_BIKES = "Road bikes", "City bikes"


class World:
    """Everybody who takes part, a category with two subcategories and a field, and what a dependent has added.

    Attributes:
        known: ids that the builder of the dependent keeps for its probe.
    """

    def __init__(self, db: Session) -> None:
        self.db = db
        self.seller, self.other_seller = factories.seller(db, name="Asha"), factories.seller(db)
        self.buyer, self.other_buyer = factories.buyer(db, name="Ravi"), factories.buyer(db)
        self.admin, self.stranger = factories.admin(db), factories.buyer(db)
        self.category, self.other_category = factories.category(db, "Bikes"), factories.category(db, "Cars")
        self.subcategory = factories.subcategory(db, self.category, ROAD_BIKES)
        self.other_subcategory = factories.subcategory(db, self.category, CITY_BIKES)
        self.field = factories.field(db, self.subcategory, "Colour", InputType.SELECT, options=["Red", "Blue"])
        self.cars = factories.subcategory(db, self.other_category, "Small cars")
        self.event: Event | None = None
        self.ad_id = ""
        self.deal_id = ""
        self.known: dict[str, str] = {}

    def make_ad(self, *, rent: bool = False, status: AdStatus = AdStatus.APPROVED) -> None:
        """Add the ad, unless the dependent has added it."""
        if self.ad_id:
            return
        values = {"ad_type": "rent", "price_unit": "day"} if rent else {}
        made = ads.submit(self.db, self.as_seller, self.draft(**values))
        self.ad_id = made.id
        if status is AdStatus.APPROVED and self.event is not Event.AD_APPROVED:
            ads.approve(self.db, self.as_admin, made.id)
        if status is AdStatus.REJECTED:
            ads.reject(self.db, self.as_admin, made.id, "The photos show another bike.")
        self.db.commit()

    def draft(self, **values: Any) -> AdDraft:
        """The content of the ad, with some values replaced."""
        mine: dict[str, Any] = {"name": "Steel bike", "price": 5000, "subcategory_id": self.subcategory.id}
        mine["fields"] = [FieldInput(field_ref=self.field.id, value="Red")]
        if self.event in (Event.AD_LEFT_RENT, Event.AD_UNIT_CHANGED):
            mine |= {"ad_type": "rent", "price_unit": "day"}
        return draft(self.category, **(mine | values))

    def change(self, **values: Any) -> None:
        """Change the live ad at once, as an administrator can."""
        now = ads.to_draft(ads.get(self.db, self.as_seller, self.ad_id))
        ads.revise(self.db, self.as_admin, self.ad_id, now.model_copy(update=values))

    def start_deal(self) -> None:
        """Reserve the ad for the other buyer."""
        offer = deals.make_offer(self.db, self.as_other_buyer, self.ad_id, 4500)
        self.deal_id = deals.accept_offer(self.db, self.as_seller, offer.id).deal_id

    @property
    def ad(self) -> Ad:
        return self.db.get_one(Ad, self.ad_id)

    @property
    def as_seller(self) -> Actor:
        return factories.actor(self.seller)

    @property
    def as_other_seller(self) -> Actor:
        return factories.actor(self.other_seller)

    @property
    def as_buyer(self) -> Actor:
        return factories.actor(self.buyer)

    @property
    def as_other_buyer(self) -> Actor:
        return factories.actor(self.other_buyer)

    @property
    def as_admin(self) -> Actor:
        return factories.actor(self.admin)

    def day(self, number: int) -> datetime:
        """A moment so many days from now."""
        return clock.now().replace(minute=0, second=0, microsecond=0) + timedelta(days=number)

    def notices(self, *, but: Collection[str] = ()) -> dict[str, list[str]]:
        """Kinds of the notifications of each account, without those with these ids."""
        found: dict[str, list[str]] = {}
        rows = select(Notification).where(col(Notification.id).not_in(but)).order_by(col(Notification.id))
        for row in self.db.exec(rows):
            found.setdefault(row.account_id, []).append(row.kind)
        return found

    def mails(self) -> dict[str, int]:
        """Number of mails to each account."""
        found: dict[str, int] = {}
        for account_id in self.db.exec(select(OutboxMail.account_id)):
            found[account_id or ""] = found.get(account_id or "", 0) + 1
        return found
