"""What the two panes of the chat show."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace import clock
from marketplace.actor import Actor
from marketplace.domain import accounts, ads, chat, paging, rentals
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.chat.schemas import MessageView
from marketplace.domain.rentals import EnquiryView
from marketplace.domain.views import Photo, View
from marketplace.errors import NotFound
from marketplace.models import AccountKind
from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web.pages.messages.window import NEWEST, Window

CONTACTS = 30


class Contact(View):
    """A line of the left pane; `at` is when the newest message came, for the order, empty where there is none."""

    id: str
    name: str
    photo: Photo | None = None
    when: str = ""
    at: str = ""
    preview: str
    unread: int = 0


class Bubble(View):
    """A message; `time` is of the day, in the site's zone."""

    id: str
    text: str
    photos: tuple[Photo, ...] = ()
    mine: bool
    delivered: bool = False
    read: bool = False
    time: str


class Day(View):
    """The messages of one day (ISO 8601); the label says Today, Yesterday, or its date."""

    date: str
    label: str
    bubbles: tuple[Bubble, ...]


class Thread(View):
    """The right pane.

    Attributes:
        conversation_id: empty where the two have not spoken.
        last: the newest message shown, and `last_seq` its number.
        ad_id: what the conversation last began from; `ad` is there while that can be seen.
        earlier: the message to page back from, empty at the beginning.
        message_ids: of the messages shown, oldest first.
        own_ids: the client-made ids among them.
    """

    conversation_id: str = ""
    message_ids: tuple[str, ...] = ()
    own_ids: tuple[str, ...] = ()

    buyer_id: str
    seller_id: str
    other_id: str
    name: str
    photo: Photo | None = None
    ad: AdCard | None = None
    days: tuple[Day, ...] = ()
    last: str = ""
    last_seq: int = 0
    ad_id: str = ""
    earlier: str = ""
    unread: int = 0
    blocked: bool = False
    muted: bool = False
    enquiries: tuple[EnquiryView, ...] = ()


class Contacts(View):
    """The left pane.

    Attributes:
        talks: with whom one has spoken, newest first.
        others: others one may write to; None where nobody asked for them.
        more: whether further ones follow.
    """

    talks: tuple[Contact, ...] = ()
    others: tuple[Contact, ...] | None = None
    more: bool = False

    def shown(self, others: Sequence[Contact]) -> list[Contact]:
        """Conversations first; nobody stands twice."""
        known = {contact.id for contact in self.talks}
        return [*self.talks, *(other for other in others if other.id not in known)]


class Seen(View):
    """Both panes, and what the header's badge counts."""

    contacts: Contacts
    thread: Thread | None = None
    unread: int = 0


def look(db: Session, actor: Actor, q: str, size: int, other_id: str, window: Window, *, anew: bool = True) -> Seen:
    """All that the page shows, in one go; marks nothing as read.

    Args:
        q: part of a contact's name.
        size: how many contacts are wanted.
        other_id: with whom the conversation is open; empty for none.
        anew: whether people one has not spoken with are wanted too; no message changes them.

    Raises:
        NotSignedIn, Forbidden: no buyer or seller.
        NotFound: nobody the caller can write to.
    """
    return Seen(
        contacts=list_contacts(db, actor, q, size, anew=anew),
        thread=open_thread(db, actor, other_id, window=window) if other_id else None,
        unread=chat.count_unread(db, actor),
    )


def list_contacts(db: Session, actor: Actor, q: str = "", size: int = CONTACTS, *, anew: bool = True) -> Contacts:
    """Conversations first, newest first; then others one may write to, as far as there is room."""
    actor.require(AccountKind.BUYER, AccountKind.SELLER, message=t("Please login to access messages."))
    found = chat.list_conversations(db, actor, q=q, limit=size + 1)
    talks = tuple(
        Contact(
            id=row.other.id,
            name=row.other.name,
            photo=row.other.photo,
            when=when(row.last_at),
            at=row.last_at.isoformat() if row.last_at else "",
            preview=row.preview or (t("Photo") if row.last_at else t("Start conversation")),
            unread=row.unread,
        )
        for row in found[:size]
    )
    if len(found) > size or not anew:
        return Contacts(talks=talks, others=() if anew else None, more=len(found) > size)
    kind = AccountKind.SELLER if actor.kind is AccountKind.BUYER else AccountKind.BUYER
    others = accounts.list_contacts(db, actor, kind=kind, q=q, window=paging.Window(1, size))
    return Contacts(
        talks=talks,
        others=tuple(
            Contact(id=other.id, name=other.name, photo=next(iter(other.images), None), preview=t("Start conversation"))
            for other in others.items
        ),
        more=others.total > len(others.items),
    )


def open_thread(db: Session, actor: Actor, other_id: str, *, window: Window = NEWEST) -> Thread:
    """The conversation with somebody; marks nothing as read.

    Raises:
        NotFound: nobody the caller can write to.
    """
    own = actor.require(AccountKind.BUYER, AccountKind.SELLER, message=t("Please login to access messages."))
    person = accounts.people(db, [other_id]).get(other_id)
    if person is None or person.kind is actor.kind or person.kind is AccountKind.ADMIN:
        raise NotFound(t("That person was not found."))
    buyer_id, seller_id = (own, other_id) if actor.kind is AccountKind.BUYER else (other_id, own)
    page = chat.list_messages(db, actor, buyer_id, seller_id, before=window.before, limit=window.size)
    messages = page.messages
    return Thread(
        buyer_id=buyer_id,
        seller_id=seller_id,
        other_id=other_id,
        name=person.name,
        photo=person.photo,
        ad=ads.find_cards(db, actor, [page.ad_id]).get(page.ad_id) if page.ad_id else None,
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
        enquiries=tuple(e for e in rentals.list_between(db, actor, buyer_id, seller_id) if e.moves),
    )


def _zone() -> ZoneInfo:
    return ZoneInfo(get_settings().ad_timezone)


def make_days(messages: Sequence[MessageView]) -> tuple[Day, ...]:
    """Messages by the day they were written on, in the site's zone."""
    zone = _zone()
    dated = [(message.created_at.astimezone(zone), message) for message in messages]
    return tuple(
        Day(date=day.isoformat(), label=_label(day), bubbles=tuple(_bubble(local, message) for local, message in group))
        for day, group in groupby(dated, key=lambda pair: pair[0].date())
    )


def _bubble(local: datetime, message: MessageView) -> Bubble:
    return Bubble(
        id=message.id,
        text=message.text,
        photos=message.photos,
        mine=message.mine,
        delivered=message.delivered,
        read=message.read,
        time=f"{local:%H:%M}",
    )


def _label(day: date) -> str:
    today = clock.now().astimezone(_zone()).date()
    if day == today:
        return t("Today")
    if day == today - timedelta(days=1):
        return t("Yesterday")
    return f"{day.day} {day:%B %Y}"


def when(moment: datetime | None) -> str:
    """The time of a message of today, else its day."""
    if moment is None:
        return ""
    local = moment.astimezone(_zone())
    today = clock.now().astimezone(_zone()).date()
    return f"{local:%H:%M}" if local.date() == today else f"{local.day} {local:%b}"
