"""Writes conversations, enquiries, wishlists, reports, notifications and testimonials of the demo."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import cycle
from random import Random
from typing import Any

from marketplace.demo.ads import DemoAd
from marketplace.demo.content import read
from marketplace.demo.members import Member, Members
from marketplace.demo.pictures.pool import Pool, portraits
from marketplace.demo.rows import Rows, make_id
from marketplace.demo.uploads import Uploads
from marketplace.domain import trust
from marketplace.domain.display_names import title_case
from marketplace.domain.trust import Said
from marketplace.models import (
    AdStatus,
    AdType,
    Booking,
    Conversation,
    ConversationParty,
    Enquiry,
    EnquiryStatus,
    Message,
    MessageWarning,
    Notification,
    PriceUnit,
    Report,
    ReportTarget,
    SavedSearch,
    Testimonial,
    WishlistItem,
)

_OWN_CONVERSATIONS = 6
_OWN_ENQUIRIES = 9
_WISHLIST_ITEMS = 9
_FOLLOWERS = 5
# The busiest sellers have enough conversations for a reply time on their pages; some answer more slowly than others.
_BUSY_SELLERS, _CONVERSATIONS_OF_EACH = 12, 6
_PACES = (1, 1, 6, 20)
_MORNING_UTC = 4.5
_STATES = (
    EnquiryStatus.PENDING,
    EnquiryStatus.ACCEPTED,
    EnquiryStatus.PENDING,
    EnquiryStatus.DECLINED,
    EnquiryStatus.ACCEPTED,
    EnquiryStatus.CANCELLED,
)
_DIALOGUES, _PEOPLE = read("dialogues"), read("people")
_ANSWERS = {EnquiryStatus[name]: text for name, text in _DIALOGUES["answers"].items()}


class Interactions:
    """Writes the interactions of members with each other's ads."""

    def __init__(self, rows: Rows, ads: list[DemoAd], members: Members, now: datetime, *, seed: str):
        self._rows, self._members, self._now = rows, members, now
        self._rng = Random(f"{seed} talk")
        live = [ad for ad in ads if ad.status is AdStatus.APPROVED]
        seller = members.sellers[0]
        self._own = [ad for ad in live if ad.seller is seller]
        self._foreign = [ad for ad in live if ad.seller is not seller]
        self._dialogues = {kind: cycle(texts) for kind, texts in _DIALOGUES["dialogues"].items()}
        self._pairs: set[tuple[str, str]] = set()
        self._asked: Counter[str] = Counter()

    def write(self) -> None:
        """Write all interactions, most of them with the demo's seller and buyer."""
        buyer, *others = self._members.buyers
        own = self._own + self._foreign if not self._own else self._own
        if not own:
            return
        others_ads = self._foreign or own
        for number in range(_OWN_CONVERSATIONS):
            partner = buyer if number == 0 else others[number % len(others)]
            self._add_conversation(partner, own[number % len(own)], waiting="seller" if number % 2 else "")
            self._add_conversation(
                buyer, others_ads[number * 7 % len(others_ads)], waiting="" if number % 2 else "buyer"
            )
        for seller_id, _ in Counter(ad.seller.id for ad in others_ads).most_common(_BUSY_SELLERS):
            theirs = [ad for ad in others_ads if ad.seller.id == seller_id]
            for partner in self._rng.sample(others, min(_CONVERSATIONS_OF_EACH, len(others))):
                self._add_conversation(partner, self._rng.choice(theirs))
        rentable = [ad for ad in own if ad.kind is not AdType.SELL]
        hired = [ad for ad in others_ads if ad.kind is not AdType.SELL]
        for number in range(_OWN_ENQUIRIES):
            if rentable:
                asker = buyer if number % 4 == 0 else others[number % len(others)]
                self._add_enquiry(asker, rentable[number % len(rentable)], number)
            if hired:
                self._add_enquiry(buyer, hired[number * 5 % len(hired)], number + 2)
        self._fill_wishlist(buyer, others_ads)
        self._add_reports(others, others_ads)
        self._add_notifications(own[0], rentable, hired)
        self._add_suspicious_conversation(buyer, others_ads)
        self._add_followers(others[:_FOLLOWERS], self._members.sellers[0])

    def _add_suspicious_conversation(self, buyer: Member, ads: list[DemoAd]) -> None:
        """Write a conversation with a message of which the buyer is warned."""
        if ad := next((ad for ad in ads if (buyer.id, ad.seller.id) not in self._pairs), None):
            self._add_conversation(buyer, ad, dialogue=_DIALOGUES["suspicious"])

    def _add_followers(self, followers: list[Member], seller: Member) -> None:
        for follower in followers:
            moment = self._now - timedelta(hours=self._rng.uniform(1, 400))
            self._rows.add(
                SavedSearch,
                id=make_id(self._rng, moment),
                account_id=follower.id,
                name=f"Ads by {seller.name}",
                query={"sellerId": seller.id},
                followed_id=seller.id,
                wants_mail=False,
                created_at=moment,
            )

    def _add_conversation(
        self, buyer: Member, ad: DemoAd, *, waiting: str = "", dialogue: list[dict[str, str]] | None = None
    ) -> None:
        """Write a conversation; `waiting` is the side (buyer or seller) with an unread message."""
        if (buyer.id, ad.seller.id) in self._pairs:
            return
        self._pairs.add((buyer.id, ad.seller.id))
        rng = self._rng
        lines = [line for message in dialogue or next(self._dialogues[ad.kind]) for line in message.items()]
        while waiting and lines[-1][0] == waiting:
            lines.pop()
        moment = self._now - timedelta(hours=rng.uniform(5, 240))
        conversation_id = make_id(rng, moment)
        began = moment
        messages = []
        paces = {"buyer": 1, "seller": Random(ad.seller.id).choice(_PACES)}
        for seq, (side, text) in enumerate(lines, 1):
            wait = timedelta(minutes=rng.uniform(2, 45) * paces[side])
            moment = min(moment + wait, self._now - timedelta(minutes=len(lines) - seq))
            home = ad.seller.home
            messages.append(
                {
                    "id": make_id(rng, moment),
                    "conversation_id": conversation_id,
                    "seq": seq,
                    "sender_id": buyer.id if side == "buyer" else ad.seller.id,
                    "client_id": f"demo-{conversation_id}-{seq}",
                    "text": text.format(name=ad.name, place=home.place, city=home.city),
                    "ad_id": ad.id if seq == 1 else None,
                    "created_at": moment,
                }
            )
        self._rows.add(
            Conversation,
            id=conversation_id,
            buyer_id=buyer.id,
            seller_id=ad.seller.id,
            ad_id=ad.id,
            last_seq=len(lines),
            last_at=moment,
            created_at=began,
        )
        for side, own, other in (("buyer", buyer.id, ad.seller.id), ("seller", ad.seller.id, buyer.id)):
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
        for at, message in enumerate(messages):
            self._rows.add(Message, **message)
            self._add_warnings(
                message, [Said(each["text"], who) for each, (who, _) in zip(messages, lines[: at + 1], strict=False)]
            )

    def _add_warnings(self, message: dict[str, Any], said: list[Said]) -> None:
        for finding in trust.check(said):
            self._rows.add(
                MessageWarning,
                message_id=message["id"],
                code=finding.code,
                weight=finding.weight,
                evidence=list(finding.evidence),
                version=trust.version(),
                created_at=message["created_at"],
            )

    def _add_enquiry(self, buyer: Member, ad: DemoAd, number: int) -> None:
        rng = self._rng
        status = _STATES[number % len(_STATES)]
        asked = self._now - timedelta(hours=rng.uniform(2, 150))
        decided = asked + timedelta(hours=1.5) if status is not EnquiryStatus.PENDING else None
        # Each enquiry for an ad gets its own fortnight, so that bookings do not overlap.
        fortnight = self._asked[ad.id]
        self._asked[ad.id] += 1
        midnight = datetime(self._now.year, self._now.month, self._now.day, tzinfo=UTC)
        pickup = midnight + timedelta(days=3 + fortnight * 15 + rng.randrange(4), hours=_MORNING_UTC + rng.randrange(4))
        days = rng.choice((1, 2, 3, 5, 7)) if ad.per is not PriceUnit.MONTH else 10
        drop = pickup + timedelta(days=days)
        enquiry_id = make_id(rng, asked)
        self._rows.add(
            Enquiry,
            id=enquiry_id,
            ad_id=ad.id,
            buyer_id=buyer.id,
            seller_id=ad.seller.id,
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
                ad_id=ad.id,
                enquiry_id=enquiry_id,
                starts_at=pickup,
                ends_at=drop,
                created_at=decided,
            )

    def _fill_wishlist(self, buyer: Member, ads: list[DemoAd]) -> None:
        for ad in self._rng.sample(ads, min(_WISHLIST_ITEMS, len(ads))):
            moment = self._now - timedelta(hours=self._rng.uniform(1, 200))
            self._rows.add(
                WishlistItem,
                id=make_id(self._rng, moment),
                buyer_id=buyer.id,
                ad_id=ad.id,
                ad_name=ad.name,
                saved_paise=ad.paise,
                created_at=moment,
            )

    def _add_reports(self, reporters: list[Member], ads: list[DemoAd]) -> None:
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
                target_id=ads[(number * 11 + 3) % len(ads)].id,
                reason=reason,
                text=text,
                created_at=moment,
            )

    def _add_notifications(self, approved: DemoAd, rentable: list[DemoAd], hired: list[DemoAd]) -> None:
        seller, buyer = self._members.sellers[0], self._members.buyers[0]
        notifications: list[tuple[Member, DemoAd, str, dict[str, str], str, bool]] = [
            (seller, approved, "ad_approved", {}, f"/products/{approved.id}", True),
            *(
                (seller, ad, "enquiry_received", {"buyer": buyer.name}, "/seller/enquiries", False)
                for ad in rentable[:1]
            ),
            *((buyer, ad, "enquiry_accepted", {}, "/user/enquiries", True) for ad in hired[:1]),
        ]
        for number, (member, ad, kind, values, link, is_read) in enumerate(notifications):
            moment = self._now - timedelta(hours=30 - number * 9)
            self._rows.add(
                Notification,
                id=make_id(self._rng, moment),
                account_id=member.id,
                kind=kind,
                values={"name": title_case(ad.name), **values},
                link=link,
                ad_id=ad.id,
                created_at=moment,
                read_at=moment + timedelta(hours=1) if is_read else None,
            )


def write_testimonials(rows: Rows, uploads: Uploads, pool: Pool, owner_id: str, now: datetime, *, seed: str) -> None:
    """Write the testimonials of the home page, with portraits."""
    rng = Random(f"{seed} praise")
    faces = {woman: [name for name, is_woman in portraits() if is_woman == woman] for woman in (True, False)}
    for position, testimonial in enumerate(_PEOPLE["testimonials"]):
        face = faces[testimonial["name"].split()[0] in _PEOPLE["women"]].pop()
        rows.add(
            Testimonial,
            id=make_id(rng, now),
            name=testimonial["name"],
            description=testimonial["text"],
            image_id=uploads.picture(owner_id, pool[face], now),
            position=position,
            created_at=now,
        )
