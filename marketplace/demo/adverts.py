"""The ads: who offers what, where, since when, and what became of it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import cycle
from random import Random
from typing import Any

from marketplace.demo import wording
from marketplace.demo.decisions import Decision, note_decision
from marketplace.demo.goods.shelves import Blank, Ware
from marketplace.demo.members import Member, Town
from marketplace.demo.pictures.pool import Pool, photo_sets
from marketplace.demo.seeded import Rows, make_id
from marketplace.demo.stock import Stocked
from marketplace.demo.uploads import Uploads
from marketplace.models import (
    Ad,
    AdCalendar,
    AdStatus,
    AdType,
    AdVersion,
    AdVersionImage,
    AdVersionValue,
    InputType,
    Review,
)

_WEEKS = timedelta(weeks=8)
_WAITED_MOST = timedelta(days=3)
# A demo that runs for months must not run dry.
_LIFETIME = timedelta(days=365)
_FEATURED, _OWN_FEATURED, _DISCOUNTED, _UNPRICED, _WITH_CALENDAR, _AT_SHOP = 0.09, 0.25, 0.2, 0.015, 0.5, 0.45
_DISCOUNTS = (500, 1000, 1000, 1500, 2000, 2500)
_JITTER_DEGREES = 0.008
_STATUSES = (AdStatus.APPROVED,) * 46 + (AdStatus.PENDING,) * 2 + (AdStatus.SOLD, AdStatus.REJECTED)
# How far apart in age, as a share of all, ads may be from the order they are written in.
_SHUFFLE = 0.02
# The demo seller has ads in every state, dealt out in turn.
_OWN_STATUSES = (
    AdStatus.APPROVED,
    AdStatus.APPROVED,
    AdStatus.PENDING,
    AdStatus.APPROVED,
    AdStatus.REJECTED,
    AdStatus.APPROVED,
    AdStatus.APPROVED,
    AdStatus.SOLD,
)
_OWN_MOST = 22
_REJECTIONS = (
    ("photos", "The photos are too dark to see the condition. Please add two in daylight."),
    ("misleading", "Please say in the description whether the repair you mention is done."),
    ("price", "The price is far below anything like it. Please check for a missing zero."),
    ("wrong_category", "This belongs into another category. Please move it and hand it in again."),
)
_TOLD_APART = 5_000
_CHANGED_MOST = 3
_CHANGED = 0.06
# Pictures of other things that belong to an ad of this one.
_COMPANIONS = {"flat": ("livingroom", "bedroom"), "villa": ("livingroom", "bedroom")}


@dataclass(frozen=True, slots=True)
class Advert:
    """What the rest of the demo needs to know of an ad."""

    id: str
    seller: Member
    name: str
    kind: AdType
    status: AdStatus
    paise: int | None
    per: str
    published_at: datetime


class Advertiser:
    """Writes ads; the same seed and count make the same ones."""

    def __init__(
        self, rows: Rows, uploads: Uploads, pool: Pool, stock: list[Stocked], town: Town, now: datetime, *, seed: str
    ):
        self._rows, self._uploads, self._pool, self._town, self._now = rows, uploads, pool, town, now
        self._rng = Random(f"{seed} adverts")
        self._sets = photo_sets()
        self._offers = [
            (stocked, ware, kind, prices)
            for stocked in stock
            for ware in stocked.shelf.wares
            for kind, prices in ware.offers
        ]
        self._rng.shuffle(self._offers)
        self._shops: dict[str, list[Member]] = {}
        for seller in town.sellers:
            self._shops.setdefault(seller.shop_category, []).append(seller)
        self._made: Counter[str] = Counter()
        self._own_statuses = cycle(_OWN_STATUSES)
        self._said: set[str] = set()

    def advertise(self, count: int, progress: Callable[[int], None]) -> list[Advert]:
        """Write so many ads; what is returned ends with the first few thousand."""
        kept = []
        own_every = max(2, count // _OWN_MOST)
        for number in range(count):
            advert = self._write(number, (count - number) / count, number % own_every == 0)
            self._rows.flush_many()
            if len(kept) < 2_000:
                kept.append(advert)
            progress(1)
        return kept

    def _write(self, number: int, age: float, own: bool) -> Advert:
        rng = self._rng
        stocked, ware, kind, prices = self._offers[number % len(self._offers)]
        seller = self._town.sellers[0] if own else self._seller(stocked.shelf.category)
        status = next(self._own_statuses) if own else rng.choice(_STATUSES)
        published = self._moment(number, age)
        if status is AdStatus.PENDING:
            published = self._now - _WAITED_MOST * rng.random()
        handed_in = published - timedelta(minutes=rng.randrange(20, 600))
        ad_id = make_id(rng, handed_in)
        paise = None if rng.random() < _UNPRICED else wording.price(prices, rng) * 100
        content = self._content(stocked, ware, kind, seller, paise)
        name = content["name"]
        shown = self._pictures(ware.subject)
        live = status in (AdStatus.APPROVED, AdStatus.SOLD)
        first = self._version(ad_id, 1, content, shown, stocked, ware, seller, handed_in, status)
        submitted, waiting = first, handed_in if status is AdStatus.PENDING else None
        changed = not own and status is AdStatus.APPROVED and self._is_changed()
        if changed and paise:
            waiting = self._now - _WAITED_MOST * rng.random()
            cheaper = {**content, "price_paise": round(paise * 0.92 / 1000) * 1000, "title": "Now at a lower price"}
            submitted = self._version(ad_id, 2, cheaper, shown, stocked, ware, seller, waiting, AdStatus.PENDING)
        featured = live and rng.random() < (_OWN_FEATURED if own else _FEATURED)
        self._rows.add(
            Ad,
            id=ad_id,
            seller_id=seller.id,
            status=status,
            live_version_id=first if live else None,
            submitted_version_id=submitted,
            versions=1 if submitted == first else 2,
            featured=featured,
            featured_at=published if featured else None,
            review_waiting_since=waiting,
            first_approved_at=published if live else None,
            approved_at=published if live else None,
            expires_at=published + _LIFETIME if live else None,
            sold_at=published + (self._now - published) * 0.8 if status is AdStatus.SOLD else None,
            created_at=handed_in,
            updated_at=published,
        )
        if kind is AdType.RENT and ware.per == "day" and paise and rng.random() < _WITH_CALENDAR:
            self._rows.add(
                AdCalendar,
                ad_id=ad_id,
                weekdays=list(range(7)),
                day_paise=paise,
                week_paise=paise * 6,
                updated_at=published,
            )
        return Advert(ad_id, seller, name, kind, status, paise, ware.per, published)

    def _seller(self, category: str) -> Member:
        shops = self._shops.get(category, [])
        if shops and self._rng.random() < _AT_SHOP:
            return self._rng.choice(shops)
        self._made["persons"] += 1
        # The first person is the demo seller, whose ads are dealt out.
        persons = self._shops[""][1:]
        return persons[self._made["persons"] % len(persons)]

    def _moment(self, number: int, age: float) -> datetime:
        # Oldest first, because tables whose keys rise grow fastest; and more of the young than of the old.
        seconds = int(_WEEKS.total_seconds() * max(age - self._rng.random() * _SHUFFLE, 0) ** 1.4)
        # No two ads share a microsecond: lists are ordered by it.
        moment = self._now - timedelta(seconds=3_600 + seconds - seconds % 8 + number // 1_000_000 % 8)
        return moment.replace(microsecond=number % 1_000_000)

    def _is_changed(self) -> bool:
        if self._made["changed"] >= _CHANGED_MOST or self._rng.random() > _CHANGED:
            return False
        self._made["changed"] += 1
        return True

    def _content(self, stocked: Stocked, ware: Ware, kind: AdType, seller: Member, paise: int | None) -> dict[str, Any]:
        rng, at = self._rng, seller.home
        model = ware.names[self._made[ware.subject] % len(ware.names)]
        self._made[ware.subject] += 1
        values = {
            blank.label: wording.value_of(blank, ware, model, rng, self._now.date())
            for _, blank in stocked.fields
            if not wording.is_left_out(blank, rng)
        }
        said = wording.description(ware, kind, at, rng)
        # In a large demo words come again, as they do among a million real ads.
        while said in self._said and len(self._said) < _TOLD_APART:
            said = wording.description(ware, kind, at, rng)
        if len(self._said) < _TOLD_APART:
            self._said.add(said)
        return {
            "name": wording.full_name(model, {label: f"{value}" for label, value in values.items()}),
            "title": rng.choice(ware.pitches),
            "short_description": wording.short(ware, kind, at, rng),
            "description": said,
            "terms": wording.terms(ware, kind, rng),
            "price_paise": paise,
            "discount_basis_points": rng.choice(_DISCOUNTS) if paise and rng.random() < _DISCOUNTED else 0,
            "ad_type": kind,
            "category_id": stocked.category_id,
            "subcategory_id": stocked.subcategory_id,
            "state": at.state,
            "city": at.city,
            "place": at.place,
            "latitude": round(at.latitude + rng.uniform(-_JITTER_DEGREES, _JITTER_DEGREES), 5),
            "longitude": round(at.longitude + rng.uniform(-_JITTER_DEGREES, _JITTER_DEGREES), 5),
            "values": values,
        }

    def _pictures(self, subject: str) -> list[str]:
        rng = self._rng
        sets = self._sets[subject]
        shots = list(sets[self._made[f"{subject} pictures"] % len(sets)])
        self._made[f"{subject} pictures"] += 1
        shots = shots[: rng.randint(max(1, len(shots) - 2), len(shots))]
        for companion in _COMPANIONS.get(subject, ()):
            if len(shots) < 4:
                shots += rng.choice(self._sets[companion])
        return shots

    def _version(
        self,
        ad_id: str,
        number: int,
        content: dict[str, Any],
        shown: list[str],
        stocked: Stocked,
        ware: Ware,
        seller: Member,
        handed_in: datetime,
        status: AdStatus,
    ) -> str:
        rng = self._rng
        version_id = make_id(rng, handed_in)
        review = {AdStatus.PENDING: Review.WAITING, AdStatus.REJECTED: Review.REJECTED}.get(status, Review.APPROVED)
        decided = handed_in + timedelta(hours=1) if review is not Review.WAITING else None
        code, note = rng.choice(_REJECTIONS) if review is Review.REJECTED else ("", "")
        columns = {name: value for name, value in content.items() if name != "values"}
        self._rows.add(
            AdVersion,
            id=version_id,
            ad_id=ad_id,
            number=number,
            review=review,
            reason_code=code,
            note=note,
            decided_by=self._town.admin_id if decided else None,
            decided_at=decided,
            created_at=handed_in,
            **columns,
        )
        if decided and self._town.admin_id:
            note_decision(
                self._rows, self._town.admin_id, decided, ad_id, Decision(version_id, number, review, code, note)
            )
        for position, picture in enumerate(shown):
            upload_id = self._uploads.picture(seller.id, self._pool[picture], handed_in)
            self._rows.add(AdVersionImage, version_id=version_id, position=position, upload_id=upload_id)
        for position, (field_id, blank) in enumerate(stocked.fields):
            if blank.label in content["values"]:
                self._value(version_id, position, field_id, blank, content["values"][blank.label], seller, handed_in)
        return version_id

    def _value(
        self,
        version_id: str,
        position: int,
        field_id: str,
        blank: Blank,
        value: str | float,
        seller: Member,
        moment: datetime,
    ) -> None:
        paper = blank.choices[0] if blank.kind is InputType.FILE else ""
        self._rows.add(
            AdVersionValue,
            version_id=version_id,
            field_id=field_id,
            position=position,
            label=blank.label,
            input_type=blank.kind.value,
            text=f"{value}",
            number=float(value) if blank.kind is InputType.NUMBER else None,
            upload_id=self._uploads.paper(seller.id, paper, moment) if paper else None,
        )
