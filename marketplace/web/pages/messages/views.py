"""The data of the chat."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Any
from urllib.parse import urlsplit

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.domain import accounts, ads, chat, deals, paging, rentals, site_time, trust, waiting
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.ages import moment_text
from marketplace.domain.chat.schemas import MessagePage, MessageView
from marketplace.domain.deals import DealView, OfferView
from marketplace.domain.rentals import EnquiryView
from marketplace.domain.trust import WarningView
from marketplace.domain.views import Photo, PhotoSizes, View
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, AdStatus
from marketplace.settings import get_settings
from marketplace.web.pages.messages.window import NEWEST, MessageWindow

CONTACTS = 30
# What a reader may do only if it is their turn.
_ANSWERS = {"accept", "confirm_meetup"}
# More than these would hide the message.
_MOST_REASONS = 2


class Contact(View):
    """A contact; `at` is the time of the newest message, for sorting, empty if there is none.

    Attributes:
        waiting: how many of their offers and enquiries wait for the caller's answer.
        ad_id: the ad that the conversation is about; `ad_name` is empty if it can't be seen.
    """

    id: str
    name: str
    photo: Photo | None = None
    when: str = ""
    at: str = ""
    preview: str
    unread: int = 0
    waiting: int = 0
    ad_id: str = ""
    ad_name: str = ""
    ad_photo: Photo | None = None


class TextPart(View):
    """A part of a message's text.

    Attributes:
        url: the address, if the part is a link.
        domain: whom a link to another site belongs to; empty for links within this one.
        imitates: the well-known domain that the link's looks like; never set in own messages.
    """

    text: str
    url: str = ""
    domain: str = ""
    imitates: str = ""


class Bubble(View):
    """A message.

    Attributes:
        parts: the text split at its links; empty if it has none.
        time: the time of day in the site's zone.
        warnings: what a received message resembles; never set on own messages.
        hindi: whether the warnings are shown in Hindi too: the message is in Hindi, or has no words.
    """

    id: str
    text: str
    parts: tuple[TextPart, ...] = ()
    photos: tuple[Photo, ...] = ()
    mine: bool
    delivered: bool = False
    read: bool = False
    time: str
    warnings: tuple[WarningView, ...] = ()
    hindi: bool = False


class Day(View):
    """The messages of a day (ISO 8601); the label is Today, Yesterday, or the date, within a week with the weekday."""

    date: str
    label: str
    bubbles: tuple[Bubble, ...]


class ChatAd(View):
    """The ad above a conversation."""

    id: str
    display_name: str
    ad_type: str
    status: str
    reserved_until: datetime | None = None
    cover: PhotoSizes | None = None
    amount_text: str = ""
    unit_text: str = ""


class Thread(View):
    """The open conversation.

    Attributes:
        conversation_id: empty if the two have not written yet.
        last: id of the newest message shown; `last_seq` is its number.
        ad_id: id of the ad that the conversation is about.
        ad: this ad, or the one from which the caller opened the conversation; None if it is not visible.
        questions: what a buyer can ask about the ad with one tap.
        earlier: id of the message to page back from; empty at the beginning.
        message_ids: ids of the messages shown, oldest first.
        own_ids: client-made ids of the caller's messages among them.
        enquiries, offers, deals: those of the two in which the caller can act.
        turns: which of these wait for the caller: enquiries, offers (or a proposed meetup).
    """

    conversation_id: str = ""
    message_ids: tuple[str, ...] = ()
    own_ids: tuple[str, ...] = ()

    buyer_id: str
    seller_id: str
    other_id: str
    name: str
    photo: Photo | None = None
    ad: ChatAd | None = None
    questions: tuple[str, ...] = ()
    days: tuple[Day, ...] = ()
    last: str = ""
    last_seq: int = 0
    ad_id: str = ""
    earlier: str = ""
    unread: int = 0
    blocked: bool = False
    muted: bool = False
    enquiries: tuple[EnquiryView, ...] = ()
    offers: tuple[OfferView, ...] = ()
    deals: tuple[DealView, ...] = ()
    turns: tuple[str, ...] = ()


class Contacts(View):
    """The contact list.

    Attributes:
        conversations: contacts with a conversation, newest first.
        others: other people who can be contacted; None if not requested.
        more: whether there are more contacts.
    """

    conversations: tuple[Contact, ...] = ()
    others: tuple[Contact, ...] | None = None
    more: bool = False

    def shown(self, others: Sequence[Contact]) -> list[Contact]:
        """Return the conversations, then the other contacts without duplicates."""
        known = {contact.id for contact in self.conversations}
        return [*self.conversations, *(other for other in others if other.id not in known)]


class ChatView(View):
    """Both panes, and the count of the header's badge."""

    contacts: Contacts
    thread: Thread | None = None
    unread: int = 0


def load_chat(
    db: Session,
    actor: Actor,
    q: str,
    size: int,
    other_id: str,
    window: MessageWindow,
    *,
    about: str = "",
    with_others: bool = True,
) -> ChatView:
    """Load everything that the page shows; nothing is marked as read.

    Args:
        q: part of the contact's name.
        size: maximum number of contacts.
        other_id: id of the other person of the open conversation; empty for none.
        about: id of the ad from which it was opened.
        with_others: whether to load people without a conversation too; messages don't change them.

    Raises:
        NotSignedIn, Forbidden: not a buyer or seller.
        NotFound: a person whom the caller cannot contact.
    """
    return ChatView(
        contacts=list_contacts(db, actor, q, size, with_others=with_others),
        thread=open_thread(db, actor, other_id, about=about, window=window) if other_id else None,
        unread=chat.count_unread(db, actor) + waiting.count_to_answer(db, actor),
    )


def list_contacts(
    db: Session, actor: Actor, q: str = "", size: int = CONTACTS, *, with_others: bool = True
) -> Contacts:
    """List conversations, newest first, then other people who can be contacted, up to the size."""
    actor.require(AccountKind.BUYER, AccountKind.SELLER, message=t("Please login to access messages."))
    found = waiting.list_conversations(db, actor, q=q, limit=size + 1)
    cards = ads.find_cards(db, actor, [row.ad_id for row in found[:size] if row.ad_id])
    conversations = tuple(
        Contact(
            id=row.other.id,
            name=row.other.name,
            photo=row.other.photo,
            when=moment_text(row.last_at),
            at=row.last_at.isoformat() if row.last_at else "",
            preview=row.step or row.preview or t("Photo"),
            unread=row.unread,
            waiting=row.waiting,
            ad_id=row.ad_id,
            **_ad_of(cards.get(row.ad_id)),
        )
        for row in found[:size]
    )
    if len(found) > size or not with_others:
        return Contacts(conversations=conversations, others=() if with_others else None, more=len(found) > size)
    kind = AccountKind.SELLER if actor.kind is AccountKind.BUYER else AccountKind.BUYER
    others = accounts.list_contacts(db, actor, kind=kind, q=q, window=paging.Window(1, size))
    return Contacts(
        conversations=conversations,
        others=tuple(
            Contact(id=other.id, name=other.name, photo=next(iter(other.images), None), preview=t("Start conversation"))
            for other in others.items
        ),
        more=others.total > len(others.items),
    )


def _ad_of(card: AdCard | None) -> dict[str, Any]:
    return {"ad_name": card.display_name, "ad_photo": card.cover} if card else {}


def open_thread(db: Session, actor: Actor, other_id: str, *, about: str = "", window: MessageWindow = NEWEST) -> Thread:
    """Load the conversation with a person; nothing is marked as read.

    Args:
        about: id of the ad from which the caller opened it; empty for the one that the conversation is about.

    Raises:
        NotFound: a person whom the caller cannot contact.
    """
    own = actor.require(AccountKind.BUYER, AccountKind.SELLER, message=t("Please login to access messages."))
    person = accounts.people(db, [other_id]).get(other_id)
    is_reachable = person is not None and person.kind not in (actor.kind, AccountKind.ADMIN)
    if person is None or not is_reachable or accounts.is_same_person(db, actor, other_id):
        raise NotFound(t("That person was not found."))
    buyer_id, seller_id = (own, other_id) if actor.kind is AccountKind.BUYER else (other_id, own)
    page = chat.list_messages(db, actor, buyer_id, seller_id, before=window.before, limit=window.size)
    messages = page.messages
    ad = _find_ad(db, actor, seller_id, [about, page.ad_id])
    enquiries = tuple(e for e in rentals.list_between(db, actor, buyer_id, seller_id) if e.moves)
    offers = tuple(o for o in deals.list_offers_between(db, actor, buyer_id, seller_id) if o.moves)
    agreed = tuple(d for d in deals.list_deals_between(db, actor, buyer_id, seller_id) if d.moves)
    to_answer = {"enquiries": enquiries, "offers": (*offers, *agreed)}
    return Thread(
        buyer_id=buyer_id,
        seller_id=seller_id,
        other_id=other_id,
        name=person.name,
        photo=person.photo,
        ad=ad,
        questions=_list_questions(actor, ad, page),
        days=make_days(messages),
        last=messages[-1].id if messages else "",
        last_seq=messages[-1].seq if messages else 0,
        ad_id=page.ad_id,
        earlier=page.next,
        conversation_id=page.conversation_id,
        message_ids=tuple(message.id for message in messages),
        own_ids=tuple(message.client_id for message in messages if message.mine),
        unread=page.unread,
        blocked=page.blocked,
        muted=page.muted,
        enquiries=enquiries,
        offers=offers,
        deals=agreed,
        turns=tuple(name for name, each in to_answer.items() if any(_ANSWERS & set(one.moves) for one in each)),
    )


def _find_ad(db: Session, actor: Actor, seller_id: str, ad_ids: Sequence[str]) -> ChatAd | None:
    """Return the first of these ads that the seller has and the actor can see."""
    cards = ads.find_cards(db, actor, [ad_id for ad_id in ad_ids if ad_id])
    card = next((cards[one] for one in ad_ids if one in cards and cards[one].seller_id == seller_id), None)
    if card is None:
        return None
    shown = card.model_dump(include={"reserved_until", "cover", "amount_text", "unit_text"})
    return ChatAd.of(card, **shown)


def _list_questions(actor: Actor, ad: ChatAd | None, page: MessagePage) -> tuple[str, ...]:
    """Return what a buyer can ask about an ad that can be had."""
    if ad is None or actor.kind is not AccountKind.BUYER or ad.status != AdStatus.APPROVED:
        return ()
    start = next((place for place, message in enumerate(page.messages) if message.ad_id == ad.id), None)
    if start is None:
        # The first message about the ad may be earlier than these.
        start = 0 if page.ad_id == ad.id else len(page.messages)
    sent = [message.text for message in page.messages[start:] if message.mine]
    return chat.list_questions(ad.ad_type, ad.display_name, sent)


def make_days(messages: Sequence[MessageView]) -> tuple[Day, ...]:
    """Group messages by the day they were written, in the site's zone."""
    zone = site_time.zone()
    dated = [(message.created_at.astimezone(zone), message) for message in messages]
    by_day = [(day, list(group)) for day, group in groupby(dated, key=lambda pair: pair[0].date())]
    return tuple(
        Day(
            date=day.isoformat(),
            label=moment_text(group[0][0], brief=False),
            bubbles=tuple(_bubble(local, message) for local, message in group),
        )
        for day, group in by_day
    )


def _bubble(local: datetime, message: MessageView) -> Bubble:
    bubble = Bubble.of(
        message,
        parts=_split(message.text, mine=message.mine),
        photos=message.photos,
        delivered=message.delivered,
        read=message.read,
        time=f"{local:%H:%M}",
    )
    return warn(bubble, message.warnings)


def warn(bubble: Bubble, warnings: tuple[WarningView, ...]) -> Bubble:
    """Return the bubble with these warnings."""
    hindi = bool(warnings) and (not bubble.text or trust.is_hindi(bubble.text))
    return bubble.model_copy(update={"warnings": warnings[:_MOST_REASONS], "hindi": hindi})


def _split(text: str, *, mine: bool) -> tuple[TextPart, ...]:
    pieces = trust.split_text(text)
    if not any(piece.link for piece in pieces):
        return ()
    return tuple(_make_part(piece.text, piece.link, mine=mine) for piece in pieces)


def _make_part(text: str, found: trust.Link | None, *, mine: bool) -> TextPart:
    if found is None:
        return TextPart(text=text)
    is_own = found.host == urlsplit(get_settings().url).hostname
    # The sender must not learn that the imitation was noticed.
    imitates = "" if is_own or mine else trust.find_imitated(found.host) or ""
    return TextPart(text=text, url=found.url, domain="" if is_own else found.domain, imitates=imitates)
