"""What happens between people: conversations, enquiries, wishlists, testimonials, reports."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import cycle
from random import Random

from marketplace.demo.adverts import Advert
from marketplace.demo.dialogues import ACCEPTED, CANCELLED, DECLINED, DIALOGUES
from marketplace.demo.members import Member, Town
from marketplace.demo.names import TESTIMONIALS, WOMEN
from marketplace.demo.pictures.pool import Pool, portraits
from marketplace.demo.seeded import Rows, make_id
from marketplace.demo.uploads import Uploads
from marketplace.models import (
    AdStatus,
    AdType,
    Booking,
    Conversation,
    ConversationParty,
    Enquiry,
    EnquiryStatus,
    Message,
    Notice,
    Report,
    ReportTarget,
    Testimonial,
    WishlistItem,
)

_OWN_CONVERSATIONS = 6
_OWN_ENQUIRIES = 9
_SAVED = 9
_OTHERS = 24
_MORNING_UTC = 4.5
_STATES = (
    EnquiryStatus.PENDING,
    EnquiryStatus.ACCEPTED,
    EnquiryStatus.PENDING,
    EnquiryStatus.DECLINED,
    EnquiryStatus.ACCEPTED,
    EnquiryStatus.CANCELLED,
)
_ANSWERS = {
    EnquiryStatus.ACCEPTED: ACCEPTED,
    EnquiryStatus.DECLINED: DECLINED,
    EnquiryStatus.CANCELLED: CANCELLED,
}


class Gossip:
    """Writes what members have to do with each other's ads."""

    def __init__(self, rows: Rows, adverts: list[Advert], town: Town, now: datetime, *, seed: str):
        self._rows, self._town, self._now = rows, town, now
        self._rng = Random(f"{seed} talk")
        live = [advert for advert in adverts if advert.status is AdStatus.APPROVED]
        seller = town.sellers[0]
        self._own = [advert for advert in live if advert.seller is seller]
        self._foreign = [advert for advert in live if advert.seller is not seller]
        self._dialogues = cycle(DIALOGUES)
        self._met: set[tuple[str, str]] = set()
        self._asked: Counter[str] = Counter()

    def write(self) -> None:
        """All of it, around the demo's seller and buyer first."""
        buyer, *others = self._town.buyers
        own = self._own + self._foreign if not self._own else self._own
        if not own:
            return
        theirs = self._foreign or own
        for number in range(_OWN_CONVERSATIONS):
            partner = buyer if number == 0 else others[number % len(others)]
            self._converse(partner, own[number % len(own)], waiting="s" if number % 2 else "")
            self._converse(buyer, theirs[number * 7 % len(theirs)], waiting="" if number % 2 else "b")
        for _ in range(_OTHERS):
            self._converse(self._rng.choice(others), self._rng.choice(theirs))
        rentable = [advert for advert in own if advert.kind is not AdType.SELL]
        hired = [advert for advert in theirs if advert.kind is not AdType.SELL]
        for number in range(_OWN_ENQUIRIES):
            if rentable:
                asker = buyer if number % 4 == 0 else others[number % len(others)]
                self._enquire(asker, rentable[number % len(rentable)], number)
            if hired:
                self._enquire(buyer, hired[number * 5 % len(hired)], number + 2)
        self._save(buyer, theirs)
        self._report(others, theirs)
        self._notify(own, theirs)

    def _converse(self, buyer: Member, advert: Advert, *, waiting: str = "") -> None:
        """A conversation; `waiting` is the side (b or s) that has not read the other's last words."""
        if (buyer.id, advert.seller.id) in self._met:
            return
        self._met.add((buyer.id, advert.seller.id))
        rng = self._rng
        lines = list(next(self._dialogues))
        while waiting and lines[-1][0] == waiting:
            lines.pop()
        moment = self._now - timedelta(hours=rng.uniform(5, 240))
        conversation_id = make_id(rng, moment)
        began = moment
        messages = []
        for seq, (side, text) in enumerate(lines, 1):
            moment = min(
                moment + timedelta(minutes=rng.uniform(2, 45)), self._now - timedelta(minutes=len(lines) - seq)
            )
            home = advert.seller.home
            messages.append(
                {
                    "id": make_id(rng, moment),
                    "conversation_id": conversation_id,
                    "seq": seq,
                    "sender_id": buyer.id if side == "b" else advert.seller.id,
                    "client_id": f"demo-{conversation_id}-{seq}",
                    "text": text.format(name=advert.name, place=home.place, city=home.city),
                    "ad_id": advert.id if seq == 1 else None,
                    "created_at": moment,
                }
            )
        self._rows.add(
            Conversation,
            id=conversation_id,
            buyer_id=buyer.id,
            seller_id=advert.seller.id,
            ad_id=advert.id,
            last_seq=len(lines),
            last_at=moment,
            created_at=began,
        )
        for side, own, other in (("b", buyer.id, advert.seller.id), ("s", advert.seller.id, buyer.id)):
            unread = 1 if side == waiting else 0
            self._rows.add(
                ConversationParty,
                conversation_id=conversation_id,
                account_id=own,
                other_id=other,
                unread=unread,
                read_seq=len(lines) - unread,
                delivered_seq=len(lines) - unread,
                last_seq=len(lines),
                last_at=moment,
                digest_seq=len(lines),
            )
        for message in messages:
            self._rows.add(Message, **message)

    def _enquire(self, buyer: Member, advert: Advert, number: int) -> None:
        rng = self._rng
        status = _STATES[number % len(_STATES)]
        asked = self._now - timedelta(hours=rng.uniform(2, 150))
        decided = asked + timedelta(hours=1.5) if status is not EnquiryStatus.PENDING else None
        # Each enquiry of an ad has a fortnight of its own, so that no two bookings can overlap.
        fortnight = self._asked[advert.id]
        self._asked[advert.id] += 1
        midnight = datetime(self._now.year, self._now.month, self._now.day, tzinfo=UTC)
        pickup = midnight + timedelta(days=3 + fortnight * 15 + rng.randrange(4), hours=_MORNING_UTC + rng.randrange(4))
        days = rng.choice((1, 2, 3, 5, 7)) if advert.per == "day" else 10
        drop = pickup + timedelta(days=days)
        enquiry_id = make_id(rng, asked)
        self._rows.add(
            Enquiry,
            id=enquiry_id,
            ad_id=advert.id,
            buyer_id=buyer.id,
            seller_id=advert.seller.id,
            pickup_at=pickup,
            drop_at=drop,
            status=status,
            answer=_ANSWERS.get(status, ""),
            decided_at=decided,
            created_at=asked,
            updated_at=decided or asked,
        )
        if status is EnquiryStatus.ACCEPTED and decided:
            self._rows.add(
                Booking,
                id=make_id(rng, decided),
                ad_id=advert.id,
                enquiry_id=enquiry_id,
                starts_at=pickup,
                ends_at=drop,
                created_at=decided,
            )

    def _save(self, buyer: Member, adverts: list[Advert]) -> None:
        for advert in self._rng.sample(adverts, min(_SAVED, len(adverts))):
            moment = self._now - timedelta(hours=self._rng.uniform(1, 200))
            self._rows.add(
                WishlistItem,
                id=make_id(self._rng, moment),
                buyer_id=buyer.id,
                ad_id=advert.id,
                ad_name=advert.name,
                saved_paise=advert.paise,
                created_at=moment,
            )

    def _report(self, reporters: list[Member], adverts: list[Advert]) -> None:
        for number, (reason, text) in enumerate(
            (
                ("wrong", "The photos show another model than the title says."),
                ("gone", "I called, it was sold last week."),
            )
        ):
            moment = self._now - timedelta(hours=5 + number * 9)
            self._rows.add(
                Report,
                id=make_id(self._rng, moment),
                reporter_id=reporters[number].id,
                target=ReportTarget.AD,
                target_id=adverts[(number * 11 + 3) % len(adverts)].id,
                reason=reason,
                text=text,
                created_at=moment,
            )

    def _notify(self, own: list[Advert], theirs: list[Advert]) -> None:
        seller, buyer = self._town.sellers[0], self._town.buyers[0]
        told: list[tuple[Member, str, dict[str, str], str, bool]] = [
            (seller, "ad_approved", {"name": own[0].name}, f"/products/{own[0].id}", True),
            (seller, "enquiry_received", {"name": own[-1].name, "buyer": buyer.name}, "/seller/enquiries", False),
            (buyer, "enquiry_accepted", {"name": theirs[0].name}, f"/products/{theirs[0].id}", True),
        ]
        for number, (member, kind, values, link, is_read) in enumerate(told):
            moment = self._now - timedelta(hours=30 - number * 9)
            self._rows.add(
                Notice,
                id=make_id(self._rng, moment),
                account_id=member.id,
                kind=kind,
                values=values,
                link=link,
                created_at=moment,
                read_at=moment + timedelta(hours=1) if is_read else None,
            )


def praise(rows: Rows, uploads: Uploads, pool: Pool, owner_id: str, now: datetime, *, seed: str) -> None:
    """The testimonials of the home page, with portraits."""
    rng = Random(f"{seed} praise")
    faces = {woman: [name for name, shown in portraits() if shown == woman] for woman in (True, False)}
    for position, (name, words) in enumerate(TESTIMONIALS):
        face = faces[name.split()[0] in WOMEN].pop()
        rows.add(
            Testimonial,
            id=make_id(rng, now),
            name=name,
            description=words,
            image_id=uploads.picture(owner_id, pool[face], now),
            position=position,
            created_at=now,
        )
