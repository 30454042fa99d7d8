"""Writes finished deals and rentals of the demo, with what both parties said of each other."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import cycle
from random import Random
from typing import Any

from marketplace.demo.ads import DemoAd
from marketplace.demo.content import read
from marketplace.demo.members import Member, Members
from marketplace.demo.rows import Rows, make_id
from marketplace.models import (
    AdStatus,
    AdType,
    Booking,
    Deal,
    DealSide,
    DealStatus,
    Enquiry,
    EnquiryStatus,
    Offer,
    OfferAction,
    OfferStatus,
    OfferStep,
    PersonReview,
    TradeTotal,
)

_RENTALS_OF_AN_AD = 2
_MOST_RENTALS = 400
_WORDS = read("reviews")
# Days since the deal that the demo's two people can still review.
_OPEN_DAYS = 2


class Trades:
    """Writes past deals and rentals, one or two of each ad."""

    def __init__(self, rows: Rows, ads: list[DemoAd], members: Members, now: datetime, *, seed: str):
        self._rows, self._members, self._now = rows, members, now
        self._rng = Random(f"{seed} reviews")
        self._ads = [ad for ad in ads if ad.paise]
        self._words = {DealSide.BUYER: cycle(_WORDS["of_sellers"]), DealSide.SELLER: cycle(_WORDS["of_buyers"])}
        self._totals: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def write(self, returned: Sequence[DemoAd] = ()) -> None:
        """Write all, and the totals of the accounts.

        Args:
            returned: ads whose rental by the demo's buyer is finished and written already; both can still review it.
        """
        buyer, *others = self._members.buyers
        seller = self._members.sellers[0]
        for ad in returned:
            self._finish(buyer, ad, self._now, reviewed=False)
        open_one = next((ad for ad in self._ads if ad.status is AdStatus.SOLD and ad.seller is seller), None)
        if open_one:
            self._add_deal(buyer, open_one, self._now - timedelta(days=_OPEN_DAYS), reviewed=False)
        for ad in self._ads:
            if ad.status is AdStatus.SOLD and ad is not open_one:
                self._add_deal(self._rng.choice(others), ad, self._past())
        rented = [ad for ad in self._ads if ad.status is AdStatus.APPROVED and ad.kind is not AdType.SELL]
        for ad in rented[:_MOST_RENTALS]:
            for number in range(_RENTALS_OF_AN_AD):
                self._add_rental(self._rng.choice(others), ad, self._past() - timedelta(days=30 * number))
        for account_id, total in sorted(self._totals.items()):
            self._rows.add(TradeTotal, account_id=account_id, **dict(total))

    def _past(self) -> datetime:
        return self._now - timedelta(days=self._rng.uniform(20, 45))

    def _add_deal(self, buyer: Member, ad: DemoAd, ended: datetime, *, reviewed: bool = True) -> None:
        offered = ended - timedelta(days=2)
        parties: dict[str, Any] = {"ad_id": ad.id, "buyer_id": buyer.id, "seller_id": ad.seller.id}
        offer_id, deal_id = make_id(self._rng, offered), make_id(self._rng, offered)
        moments = {"created_at": offered, "updated_at": ended}
        self._rows.add(
            Offer,
            id=offer_id,
            **parties,
            price_paise=ad.paise,
            status=OfferStatus.ACCEPTED,
            expires_at=ended,
            steps=2,
            **moments,
        )
        for number, (side, action) in enumerate(
            ((DealSide.BUYER, OfferAction.OFFER), (DealSide.SELLER, OfferAction.ACCEPT)), 1
        ):
            self._rows.add(
                OfferStep,
                offer_id=offer_id,
                number=number,
                side=side,
                action=action,
                price_paise=ad.paise,
                created_at=offered,
            )
        self._rows.add(
            Deal,
            id=deal_id,
            offer_id=offer_id,
            **parties,
            price_paise=ad.paise,
            status=DealStatus.DONE,
            reserved_until=ended,
            ended_by=DealSide.SELLER,
            ended_at=ended,
            **moments,
        )
        self._finish(buyer, ad, ended, reviewed=reviewed, deal_id=deal_id)

    def _add_rental(self, buyer: Member, ad: DemoAd, ended: datetime) -> None:
        began = ended - timedelta(days=1)
        enquiry_id = make_id(self._rng, began)
        moments = {"created_at": began - timedelta(days=2), "updated_at": began}
        self._rows.add(
            Enquiry,
            id=enquiry_id,
            ad_id=ad.id,
            buyer_id=buyer.id,
            seller_id=ad.seller.id,
            pickup_at=began,
            drop_at=ended,
            status=EnquiryStatus.ACCEPTED,
            decided_at=began,
            **moments,
        )
        self._rows.add(
            Booking,
            id=make_id(self._rng, began),
            ad_id=ad.id,
            enquiry_id=enquiry_id,
            starts_at=began,
            ends_at=ended,
            created_at=began,
        )
        self._finish(buyer, ad, ended, enquiry_id=enquiry_id)

    def _finish(self, buyer: Member, ad: DemoAd, ended: datetime, *, reviewed: bool = True, **subject: str) -> None:
        for party in (buyer, ad.seller):
            self._totals[party.id]["deals"] += 1
        if not reviewed:
            return
        written = ended + timedelta(hours=self._rng.uniform(5, 60))
        for side, writer, about in ((DealSide.BUYER, buyer, ad.seller), (DealSide.SELLER, ad.seller, buyer)):
            words = next(self._words[side])
            self._rows.add(
                PersonReview,
                id=make_id(self._rng, written),
                **subject,
                side=side,
                writer_id=writer.id,
                about_id=about.id,
                stars=words["stars"],
                tags=words["tags"],
                text=words["text"],
                reveal_at=ended + timedelta(days=14),
                revealed_at=written,
                reply=words.get("reply", ""),
                replied_at=written + timedelta(hours=9) if words.get("reply") else None,
                created_at=written,
            )
            self._totals[about.id].update({"reviews": 1, "stars": words["stars"]})
