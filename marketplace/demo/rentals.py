"""Writes rentals of the demo's two people with their condition records: one that is picked up, one that was returned."""

from datetime import UTC, datetime, time, timedelta
from itertools import cycle
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from marketplace.demo.ads import DemoAd
from marketplace.demo.content import read
from marketplace.demo.members import Members
from marketplace.demo.pictures import pool
from marketplace.demo.rows import Rows, make_id
from marketplace.demo.uploads import Uploads
from marketplace.domain.display_names import title_case
from marketplace.domain.handovers import chain
from marketplace.domain.handovers.parts import list_parts
from marketplace.domain.rentals import local_time, pricing
from marketplace.models import (
    AdStatus,
    AdType,
    Booking,
    ConditionEntry,
    Enquiry,
    EnquiryStatus,
    EntryKind,
    Notification,
    PriceUnit,
    RentalStage,
)
from marketplace.settings import get_settings

_RENTALS = read("rentals")
_ACCEPTED_AFTER = timedelta(minutes=25)
_HANDOVER = timedelta(minutes=10)


class Rentals:
    """Writes the rentals; each is of another ad, if the seller has so many.

    Attributes:
        returned: ads whose rental is finished.
        photo_ids: uploads of the records.
    """

    def __init__(
        self,
        rows: Rows,
        uploads: Uploads,
        pictures: pool.Pool,
        ads: list[DemoAd],
        members: Members,
        now: datetime,
        *,
        seed: str,
    ):
        self._rows, self._uploads, self._pictures = rows, uploads, pictures
        self._seller, self._buyer = members.sellers[0], members.buyers[0]
        self._rng = Random(f"{seed} rentals")
        self._zone = ZoneInfo(get_settings().ad_timezone)
        self._today = now.astimezone(self._zone).date()
        own = [ad for ad in ads if ad.seller is self._seller and ad.kind is AdType.RENT and ad.final_paise]
        # What is rented by the day is rented for some days.
        self._ads = sorted((ad for ad in own if ad.status is AdStatus.APPROVED), key=lambda ad: ad.per != PriceUnit.DAY)
        self.returned: list[DemoAd] = []
        self.photo_ids: list[str] = []

    def write(self) -> None:
        """Write all; nothing if the seller rents out nothing."""
        for ad, rental in zip(cycle(self._ads), _RENTALS, strict=False):
            self._write(ad, rental)

    def _moment(self, when: dict[str, Any]) -> datetime:
        local = datetime.combine(self._today + timedelta(days=when["day"]), time.fromisoformat(when["at"]), self._zone)
        return local.astimezone(UTC)

    def _write(self, ad: DemoAd, rental: dict[str, Any]) -> None:
        asked, pickup, drop = (self._moment(rental[name]) for name in ("asked", "pickup", "drop"))
        returned = self._moment(rental["returned"]) if "returned" in rental else None
        accepted, enquiry_id = asked + _ACCEPTED_AFTER, make_id(self._rng, asked)
        parts = pricing.price_parts(local_time.minutes_between(pickup, drop, self._zone), {ad.per: ad.final_paise})
        self._rows.add(
            Enquiry,
            id=enquiry_id,
            ad_id=ad.id,
            buyer_id=self._buyer.id,
            seller_id=self._seller.id,
            pickup_at=pickup,
            drop_at=drop,
            status=EnquiryStatus.ACCEPTED,
            quoted_paise=pricing.total(parts),
            decided_at=accepted,
            picked_up_at=pickup + _HANDOVER,
            returned_at=returned,
            code_number=3 if returned else 2,
            created_at=asked,
            updated_at=returned or accepted,
        )
        self._rows.add(
            Booking,
            id=make_id(self._rng, accepted),
            ad_id=ad.id,
            enquiry_id=enquiry_id,
            starts_at=pickup,
            ends_at=local_time.next_midnight(returned, self._zone) if returned else drop,
            created_at=accepted,
        )
        begins = {RentalStage.PICKUP: pickup, RentalStage.RETURN: returned}
        entries: list[ConditionEntry] = []
        for stage, photos in rental["records"].items():
            moment = begins[RentalStage(stage)]
            assert moment, "a record of the return needs its time"
            self._add_record(enquiry_id, ad, RentalStage(stage), photos, moment, entries)
        self._notify(ad, enquiry_id, "rental_returned" if returned else "condition_closed", entries[-1].created_at)
        if returned:
            self.returned.append(ad)

    def _add_record(
        self,
        enquiry_id: str,
        ad: DemoAd,
        stage: RentalStage,
        photos: list[dict[str, Any]],
        begins: datetime,
        entries: list[ConditionEntry],
    ) -> None:
        """Add the photos of a stage, then the confirmations of both."""
        parts, whole = list_parts(*ad.category_names), self._pictures[ad.picture]
        people = {"buyer": self._buyer.id, "seller": self._seller.id}
        for photo in photos:
            moment, author_id = begins + timedelta(minutes=photo["minutes"]), people[photo["by"]]
            picture = pool.crop(whole, **photo["detail"]) if "detail" in photo else whole
            upload_id = self._uploads.picture(author_id, picture, moment)
            self.photo_ids.append(upload_id)
            part = next((part for part in photo["parts"] if part in parts), parts[0])
            made = {"part": part, "upload_id": upload_id, "photo_digest": picture.digest, "note": photo["note"]}
            self._add_entry(entries, enquiry_id, stage, EntryKind.PHOTO, author_id, moment, **made)
        for number, author_id in enumerate(people.values(), 1):
            moment = begins + _HANDOVER + timedelta(minutes=number)
            self._add_entry(entries, enquiry_id, stage, EntryKind.CONFIRMATION, author_id, moment)

    def _add_entry(
        self,
        entries: list[ConditionEntry],
        enquiry_id: str,
        stage: RentalStage,
        kind: EntryKind,
        author_id: str,
        moment: datetime,
        note: str = "",
        **photo: Any,
    ) -> None:
        salt = self._rng.randbytes(32).hex()
        entry = ConditionEntry(
            enquiry_id=enquiry_id,
            number=len(entries) + 1,
            stage=stage,
            kind=kind,
            author_id=author_id,
            note=note,
            note_salt=salt,
            note_hash=chain.hash_note(salt, note),
            hash="",
            created_at=moment,
            **photo,
        )
        entry.hash = chain.hash_entry(entries[-1].hash if entries else "", entry)
        entries.append(entry)
        self._rows.add(ConditionEntry, **entry.model_dump())

    def _notify(self, ad: DemoAd, enquiry_id: str, kind: str, moment: datetime) -> None:
        for to, other in ((self._buyer, self._seller), (self._seller, self._buyer)):
            self._rows.add(
                Notification,
                id=make_id(self._rng, moment),
                account_id=to.id,
                kind=kind,
                values={"name": title_case(ad.name), "other": other.name},
                link=f"/rentals/{enquiry_id}",
                about_id=other.id,
                ad_id=ad.id,
                created_at=moment,
            )
