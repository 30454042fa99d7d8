"""What the two panes of the chat show."""

from datetime import date, datetime, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

from sqlmodel import Session

from marketplace import clock
from marketplace.actor import Actor
from marketplace.domain import accounts, ads, chat, rentals
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.chat.schemas import MessageView
from marketplace.domain.paging import Window
from marketplace.domain.rentals import EnquiryView
from marketplace.domain.views import Photo, View
from marketplace.errors import NotFound
from marketplace.models import AccountKind
from marketplace.settings import get_settings
from marketplace.texts import t

_CONTACTS = 30


class Contact(View):
    """A line of the left pane."""

    id: str
    name: str
    photo: Photo | None = None
    when: str = ""
    preview: str
    unread: int = 0


class Bubble(View):
    """A message; `time` is of the day, in the site's zone."""

    id: str
    text: str
    photos: tuple[Photo, ...] = ()
    mine: bool
    read: bool = False
    time: str


class Day(View):
    """The messages of one day: Today, Yesterday, or its date."""

    label: str
    bubbles: tuple[Bubble, ...]


class Thread(View):
    """The right pane.

    Attributes:
        last: changes with the newest message.
        earlier: the message to page back from, empty at the beginning.
    """

    buyer_id: str
    seller_id: str
    other_id: str
    name: str
    photo: Photo | None = None
    ad: AdCard | None = None
    days: tuple[Day, ...] = ()
    last: str = ""
    earlier: str = ""
    unread: int = 0
    blocked: bool = False
    muted: bool = False
    enquiries: tuple[EnquiryView, ...] = ()


def list_contacts(db: Session, actor: Actor, q: str = "") -> list[Contact]:
    """Conversations first, newest first; then others one may write to, as far as the pane has room."""
    own = actor.require(AccountKind.BUYER, AccountKind.SELLER, message=t("Please login to access messages."))
    found = chat.list_conversations(db, actor, q=q, limit=100)
    contacts = [
        Contact(
            id=row.other.id,
            name=row.other.name,
            photo=row.other.photo,
            when=_when(row.last_at),
            preview=row.preview or t("Start conversation"),
            unread=row.unread,
        )
        for row in found
    ]
    if len(contacts) >= _CONTACTS:
        return contacts
    known = {contact.id for contact in contacts} | {own}
    kind = AccountKind.SELLER if actor.kind is AccountKind.BUYER else AccountKind.BUYER
    others = accounts.list_contacts(db, actor, kind=kind, q=q, window=Window(1, _CONTACTS))
    contacts += [
        Contact(id=other.id, name=other.name, photo=next(iter(other.images), None), preview=t("Start conversation"))
        for other in others.items
        if other.id not in known
    ]
    return contacts


def open_thread(db: Session, actor: Actor, other_id: str, *, before: int = 0) -> Thread:
    """The conversation with somebody; marks nothing as read.

    Args:
        before: how many more messages than a page are wanted.

    Raises:
        NotFound: nobody the caller can write to.
    """
    own = actor.require(AccountKind.BUYER, AccountKind.SELLER, message=t("Please login to access messages."))
    person = accounts.people(db, [other_id]).get(other_id)
    if person is None or person.kind is actor.kind or person.kind is AccountKind.ADMIN:
        raise NotFound(t("That person was not found."))
    buyer_id, seller_id = (own, other_id) if actor.kind is AccountKind.BUYER else (other_id, own)
    page = chat.list_messages(db, actor, buyer_id, seller_id)
    messages, unread = list(page.messages), page.unread
    while page.next and len(messages) < before:
        page = chat.list_messages(db, actor, buyer_id, seller_id, before=page.next)
        messages = [*page.messages, *messages]
    return Thread(
        buyer_id=buyer_id,
        seller_id=seller_id,
        other_id=other_id,
        name=person.name,
        photo=person.photo,
        ad=ads.find_cards(db, actor, [page.ad_id]).get(page.ad_id) if page.ad_id else None,
        days=_days(messages),
        last=messages[-1].id if messages else "",
        earlier=page.next,
        unread=unread,
        blocked=page.blocked,
        muted=page.muted,
        enquiries=tuple(e for e in rentals.list_between(db, actor, buyer_id, seller_id) if e.moves),
    )


def _zone() -> ZoneInfo:
    return ZoneInfo(get_settings().ad_timezone)


def _days(messages: list[MessageView]) -> tuple[Day, ...]:
    zone = _zone()
    dated = [(message.created_at.astimezone(zone), message) for message in messages]
    return tuple(
        Day(label=_label(day), bubbles=tuple(_bubble(local, message) for local, message in group))
        for day, group in groupby(dated, key=lambda pair: pair[0].date())
    )


def _bubble(local: datetime, message: MessageView) -> Bubble:
    return Bubble(
        id=message.id,
        text=message.text,
        photos=message.photos,
        mine=message.mine,
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


def _when(moment: datetime | None) -> str:
    if moment is None:
        return ""
    local = moment.astimezone(_zone())
    today = clock.now().astimezone(_zone()).date()
    return f"{local:%H:%M}" if local.date() == today else f"{local.day} {local:%b}"
