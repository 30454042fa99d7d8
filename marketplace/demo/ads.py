"""Writes the ads of the demo with their versions, photos, field values and calendars."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import cycle
from random import Random
from typing import Any

from marketplace.core.money import apply_discount
from marketplace.demo import consistency, wording
from marketplace.demo.catalog import StoredSubcategory
from marketplace.demo.decisions import Decision, note_decision
from marketplace.demo.goods import FieldData, ItemData
from marketplace.demo.members import Member, Members
from marketplace.demo.offers import Offer, searched
from marketplace.demo.pictures import pool
from marketplace.demo.rows import Rows, make_id
from marketplace.demo.uploads import Uploads
from marketplace.models import (
    Ad,
    AdCalendar,
    AdStatus,
    AdType,
    AdVersion,
    AdVersionImage,
    AdVersionValue,
    AdViewCount,
    InputType,
    PriceUnit,
    Review,
)

_WEEKS = timedelta(weeks=8)
_MAX_WAIT = timedelta(days=3)
# A demo that runs for months must not lose its ads.
_LIFETIME = timedelta(days=365)
_FEATURED, _OWN_FEATURED, _DISCOUNTED, _UNPRICED, _WITH_CALENDAR, _AT_SHOP = 0.09, 0.25, 0.2, 0.015, 0.5, 0.45
_DISCOUNTS = (500, 1000, 1000, 1500, 2000, 2500)
_JITTER_DEGREES = 0.008
_STATUSES = (AdStatus.APPROVED,) * 46 + (AdStatus.PENDING,) * 2 + (AdStatus.SOLD, AdStatus.REJECTED)
# Random shift of an ad's age, as a share of the whole period.
_SHUFFLE = 0.02
_VIEWS_A_DAY = (2, 14)
# The demo seller has ads in every status.
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
_OWN_ADS = 22
_REJECTIONS = (
    ("photos", "The photos are too dark to see the condition. Please add two in daylight."),
    ("misleading", "Please say in the description whether the repair you mention is done."),
    ("price", "The price is far below anything like it. Please check for a missing zero."),
    ("wrong_category", "This ad belongs in another category. Please change the category and submit it again."),
)
_UNIQUE_DESCRIPTIONS = 5_000
_MAX_CHANGED = 3
_CHANGED = 0.06
# Subjects whose pictures also illustrate an ad of the key's subject.
_COMPANIONS = {"flat": ("livingroom", "bedroom"), "villa": ("livingroom", "bedroom")}


def _round_discount(paise: int, discount: int) -> int:
    """Return the discount, else 10 %, else none: people ask whole rupees."""
    return next((each for each in (discount, 1000) if (apply_discount(paise, each) or 0) % 100 == 0), 0)


@dataclass(frozen=True, slots=True)
class DemoAd:
    """Data of an ad that conversations, enquiries and reports refer to.

    Attributes:
        final_paise: the price after the discount.
        picture: name of its first picture.
        category_names: of category and subcategory.
    """

    id: str
    seller: Member
    name: str
    kind: AdType
    status: AdStatus
    paise: int | None
    per: PriceUnit
    published_at: datetime
    final_paise: int | None
    picture: str
    category_names: tuple[str, str]


class AdWriter:
    """Writes ads; the same seed and count give the same ads."""

    def __init__(
        self,
        rows: Rows,
        uploads: Uploads,
        pictures: pool.Pool,
        catalog: list[StoredSubcategory],
        members: Members,
        now: datetime,
        *,
        seed: str,
    ):
        self._rows, self._uploads, self._photos, self._members, self._now = rows, uploads, pictures, members, now
        self._rng = Random(f"{seed} adverts")
        self._sets = pool.photo_sets()
        self._catalog = catalog
        self._offers = [
            Offer(stored, item, kind, prices)
            for stored in catalog
            for item in stored.subcategory.items
            for kind, prices in item.offers
        ]
        self._rng.shuffle(self._offers)
        self._shops: dict[str, list[Member]] = {}
        for seller in members.sellers:
            self._shops.setdefault(seller.shop_category, []).append(seller)
        self._made: Counter[str] = Counter()
        self._own_statuses = cycle(_OWN_STATUSES)
        self._own_to_sell = 0
        self._descriptions: set[str] = set()

    def write(self, count: int, progress: Callable[[int], None]) -> list[DemoAd]:
        """Write `count` ads and return the first 2,000."""
        kept = []
        own_every = max(2, count // _OWN_ADS)
        for number in range(count):
            offer = self._offers[number % len(self._offers)]
            ad = self._write(offer, number, (count - number) / count, own=number % own_every == 0)
            self._rows.flush_if_full()
            if len(kept) < 2_000:
                kept.append(ad)
            progress(1)
        return kept

    def write_searched(self, number: int, progress: Callable[[int], None]) -> None:
        """Write the ads of searched.yaml, all of them live; call it after `write`.

        Args:
            number: how many ads there are already.
        """
        for step, offer in enumerate(offers := searched(self._catalog)):
            age = (len(offers) - step) / len(offers)
            self._write(offer, number + step, age, own=False, status=AdStatus.APPROVED)
            progress(1)

    def _choose_status(self, kind: AdType, *, own: bool) -> AdStatus:
        """Choose a status. Only ads for sale are sold, so another ad of the demo seller is sold instead of a rental."""
        status = next(self._own_statuses) if own else self._rng.choice(_STATUSES)
        if not own:
            return AdStatus.APPROVED if status is AdStatus.SOLD and kind is not AdType.SELL else status
        if status is AdStatus.SOLD:
            self._own_to_sell += 1
            status = AdStatus.APPROVED
        if self._own_to_sell and status is AdStatus.APPROVED and kind is AdType.SELL:
            self._own_to_sell -= 1
            return AdStatus.SOLD
        return status

    def _write(self, offer: Offer, number: int, age: float, *, own: bool, status: AdStatus | None = None) -> DemoAd:
        rng, stored, item, kind = self._rng, offer.stored, offer.item, offer.kind
        seller = self._members.sellers[0] if own else self._seller(stored.subcategory.category)
        status = status or self._choose_status(kind, own=own)
        published = self._moment(number, age)
        if status is AdStatus.PENDING:
            published = self._now - _MAX_WAIT * rng.random()
        submitted_at = published - timedelta(minutes=rng.randrange(20, 600))
        ad_id = make_id(rng, submitted_at)
        paise = None if rng.random() < _UNPRICED else wording.price(offer.prices, rng) * 100
        pictures = self._pictures(item.picture)
        content = self._content(offer, seller, paise, pool.colour_of(pictures[0]))
        name = content["name"]
        live = status in (AdStatus.APPROVED, AdStatus.SOLD)
        first = self._version(ad_id, 1, content, pictures, stored, item, seller, submitted_at, status)
        submitted, waiting = first, submitted_at if status is AdStatus.PENDING else None
        changed = not own and status is AdStatus.APPROVED and self._is_changed()
        if changed and paise:
            waiting = self._now - _MAX_WAIT * rng.random()
            cheaper = {**content, "price_paise": round(paise * 0.92 / 1000) * 1000, "title": "Now at a lower price"}
            submitted = self._version(ad_id, 2, cheaper, pictures, stored, item, seller, waiting, AdStatus.PENDING)
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
            quiet_since=self._now if live else None,
            sold_at=published + (self._now - published) * 0.8 if status is AdStatus.SOLD else None,
            created_at=submitted_at,
            updated_at=published,
        )
        further = {PriceUnit.HOUR: ("day", 6), PriceUnit.DAY: ("week", 6)}.get(item.per)
        if kind is AdType.RENT and further and paise and rng.random() < _WITH_CALENDAR:
            self._rows.add(
                AdCalendar,
                ad_id=ad_id,
                weekdays=list(range(7)),
                # Half of the longer price, in steps of ₹500.
                deposit_paise=max(1, paise * further[1] // 2 // 50_000) * 50_000,
                updated_at=published,
                **{f"{further[0]}_paise": paise * further[1]},
            )
        if own and live:
            # Only owners see this number.
            views = max(1, (self._now - published).days) * Random(ad_id).randint(*_VIEWS_A_DAY)
            self._rows.add(AdViewCount, ad_id=ad_id, count=views)
        return DemoAd(
            ad_id,
            seller,
            name,
            kind,
            status,
            paise,
            item.per,
            published,
            final_paise=apply_discount(paise, content["discount_basis_points"]),
            picture=pictures[0],
            category_names=(stored.subcategory.category, stored.subcategory.name),
        )

    def _seller(self, category: str) -> Member:
        shops = self._shops.get(category, [])
        if shops and self._rng.random() < _AT_SHOP:
            return self._rng.choice(shops)
        self._made["persons"] += 1
        # The first person is the demo seller, who gets ads by number.
        persons = self._shops[""][1:]
        return persons[self._made["persons"] % len(persons)]

    def _moment(self, number: int, age: float) -> datetime:
        # Oldest first, because inserting rising keys is fastest; recent ads are more frequent than old ones.
        seconds = int(_WEEKS.total_seconds() * max(age - self._rng.random() * _SHUFFLE, 0) ** 1.4)
        # Lists are ordered by this time, so it is unique to the microsecond.
        moment = self._now - timedelta(seconds=3_600 + seconds - seconds % 8 + number // 1_000_000 % 8)
        return moment.replace(microsecond=number % 1_000_000)

    def _is_changed(self) -> bool:
        if self._made["changed"] >= _MAX_CHANGED or self._rng.random() > _CHANGED:
            return False
        self._made["changed"] += 1
        return True

    def _content(self, offer: Offer, seller: Member, paise: int | None, colour: str) -> dict[str, Any]:
        rng, at, stored, item, kind = self._rng, seller.home, offer.stored, offer.item, offer.kind
        model = item.names[self._made[item.picture] % len(item.names)].format(colour=colour)
        values = {
            field.label: wording.value_of(field, item, model, colour, rng, self._now.date())
            for _, field in stored.fields
            if not wording.is_omitted(field, rng)
        }
        texts = wording.draw_texts(item, kind, at, rng)
        # Descriptions repeat in a large demo, as they do among a million real ads.
        while texts.description in self._descriptions and len(self._descriptions) < _UNIQUE_DESCRIPTIONS:
            texts = wording.draw_texts(item, kind, at, rng)
        if len(self._descriptions) < _UNIQUE_DESCRIPTIONS:
            self._descriptions.add(texts.description)
        name = wording.ad_name(model, {label: f"{value}" for label, value in values.items()})
        texts = wording.draw_rest(texts, item, kind, at, rng)
        # Drawn anew with a generator of its own, so that what follows stays the same.
        again = Random(f"{texts.description} {name} {paise}")
        subject = {"name": model, "picture": item.picture}
        values = consistency.mend(values, [field for _, field in stored.fields], subject, self._now.date(), again)
        known = offer.describe(values, subject, seller, self._now.date(), priced=paise is not None)
        texts = wording.fitting(texts, item, kind, at, known, again)
        return {
            "name": name,
            "title": texts.title,
            "short_description": texts.short,
            "description": texts.description,
            "terms": texts.terms,
            "price_paise": paise,
            "price_unit": item.price_unit(kind),
            "discount_basis_points": _round_discount(paise, rng.choice(_DISCOUNTS))
            if paise and rng.random() < _DISCOUNTED
            else 0,
            "ad_type": kind,
            "category_id": stored.category_id,
            "subcategory_id": stored.subcategory_id,
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
        shots = sets[self._made[subject] % len(sets)]
        self._made[subject] += 1
        shots = shots[: rng.randint(max(1, len(shots) - 1), len(shots))]
        for companion in _COMPANIONS.get(subject, ()):
            if len(shots) < 4:
                shots += rng.choice(self._sets[companion])
        return shots

    def _version(
        self,
        ad_id: str,
        number: int,
        content: dict[str, Any],
        pictures: list[str],
        stored: StoredSubcategory,
        item: ItemData,
        seller: Member,
        submitted_at: datetime,
        status: AdStatus,
    ) -> str:
        rng = self._rng
        version_id = make_id(rng, submitted_at)
        review = {AdStatus.PENDING: Review.WAITING, AdStatus.REJECTED: Review.REJECTED}.get(status, Review.APPROVED)
        decided = submitted_at + timedelta(hours=1) if review is not Review.WAITING else None
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
            decided_by=self._members.admin_id if decided else None,
            decided_at=decided,
            created_at=submitted_at,
            **columns,
        )
        if decided and self._members.admin_id:
            note_decision(
                self._rows, self._members.admin_id, decided, ad_id, Decision(version_id, number, review, code, note)
            )
        for position, picture in enumerate(pictures):
            upload_id = self._uploads.picture(seller.id, self._photos[picture], submitted_at)
            self._rows.add(AdVersionImage, version_id=version_id, position=position, upload_id=upload_id)
        for position, (field_id, field) in enumerate(stored.fields):
            if field.label in content["values"]:
                self._value(version_id, position, field_id, field, content["values"][field.label], seller, submitted_at)
        return version_id

    def _value(
        self,
        version_id: str,
        position: int,
        field_id: str,
        field: FieldData,
        value: str | float,
        seller: Member,
        moment: datetime,
    ) -> None:
        document = field.choices[0] if field.input_type is InputType.FILE else ""
        self._rows.add(
            AdVersionValue,
            version_id=version_id,
            field_id=field_id,
            position=position,
            label=field.label,
            input_type=field.input_type.value,
            text=f"{value}",
            number=float(value) if field.input_type is InputType.NUMBER else None,
            unit=field.unit,
            upload_id=self._uploads.document(seller.id, document, moment) if document else None,
        )
