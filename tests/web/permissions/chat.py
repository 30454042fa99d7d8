"""Rows for messages and enquiries."""

from datetime import timedelta

from marketplace.core import clock, ids
from marketplace.domain import chat, rentals
from marketplace.models import AccountKind
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState
from marketplace.web.pages.enquiries.calendar_feed import CalendarFeedState
from marketplace.web.pages.enquiries.state import EnquiriesState
from marketplace.web.pages.messages.actions import ConversationActionsState
from marketplace.web.pages.messages.state import MessagesState
from marketplace.web.pages.messages.warnings import WarningState
from marketplace.web.widgets.send_queue import SendQueueState
from tests import factories
from tests.api.permissions.world import World
from tests.web.permissions.row import MEMBERS, Row, Sent, sent

PARTIES = "no ok no ok no no"
USER = "no ok no no no no"
SELLER = "no no no ok no no"


def _thread(world: World) -> str:
    """Return the path with which the caller would open the conversation of user and seller."""
    assert world.conversation_id
    if world.me.kind.value == "seller":
        return f"{paths.SELLER_MESSAGES}?user={world.user.id}"
    return f"{paths.USER_MESSAGES}?seller={world.seller.id}"


def _say(world: World) -> str:
    """Send a new message that only the two may read."""
    words = f"Meet me at {ids.new_id()[-10:]}"
    chat.send(world.db, factories.actor(world.seller), world.user.id, words)
    world.db.commit()
    return words


def reading(world: World) -> Sent:
    path = _thread(world)
    words = _say(world)
    # Opened once before, so that nothing is unread and opening writes nothing.
    return sent((MessagesState.open, {}), (MessagesState.search, {"q": "-"}), path=path, q="", sees=words)


def opening(world: World) -> Sent:
    path = _thread(world)
    _say(world)
    return sent(path=path)


def arriving(world: World) -> Sent:
    """A message arrives while the page is open."""
    path = _thread(world)
    _say(world)
    return sent(path=path)


def refreshing(world: World) -> Sent:
    path = _thread(world)
    return sent((MessagesState.open, {}), (MessagesState.search, {"q": "-"}), path=path, sees="Is it still there?")


def paging(world: World) -> Sent:
    return sent((MessagesState.open, {}), path=_thread(world))


def writing(world: World) -> Sent:
    return sent((MessagesState.open, {}), path=_thread(world), **_words(world))


def sending_from_the_outbox(world: World) -> Sent:
    """Send from a page other than the chat."""
    return sent(path=paths.HOME, **_words(world))


def _words(world: World) -> dict:
    other = world.user if world.me.kind.value == "seller" else world.seller
    return {"client_id": ids.new_id(), "other": other.id, "text": "Yes.", "photo_ids": [], "ad_id": ""}


def picturing(world: World) -> Sent:
    """Send with a photo of another account."""
    foreign = world.upload(world.bystander).id
    return sent(path=_thread(world), **(_words(world) | {"photo_ids": [foreign]}))


def reporting(world: World) -> Sent:
    return sent((MessagesState.open, {}), path=_thread(world), form={"reason": "scam", "text": ""})


def beginning(world: World) -> Sent:
    """Send the prepared message of an ad's button."""
    other = world.seller.id
    return sent((MessagesState.open, {}), path=_thread(world), other=other, text="Hello.")


def blocking(world: World) -> Sent:
    return sent((MessagesState.open, {}), path=_thread(world), blocked=True)


def calling_fine(world: World) -> Sent:
    return sent((MessagesState.open, {}), path=_thread(world), message_id=world.warned_id)


def reporting_and_blocking(world: World) -> Sent:
    before = (WarningState.ask, {"message_id": world.warned_id})
    return sent((MessagesState.open, {}), before, path=_thread(world))


def muting(world: World) -> Sent:
    return sent((MessagesState.open, {}), path=_thread(world), muted=True)


def _waiting(world: World) -> str:
    now = clock.now()
    rental = world.ad_of(world.seller, ad_type="rent")
    return factories.enquiry(world.db, rental, world.user, now + timedelta(days=1), now + timedelta(days=2)).id


def enquiries(world: World) -> Sent:
    path = paths.SELLER_ENQUIRIES if world.me.kind.value == "seller" else paths.USER_ENQUIRIES
    return sent(path=path, sees=_waiting(world))


def answering(world: World) -> Sent:
    return sent(path=paths.SELLER_ENQUIRIES, enquiry_id=_waiting(world))


def _settling(world: World, path: str, move: str) -> Sent:
    before = (EnquiriesState.open_dialog, {"enquiry_id": _waiting(world), "ad_name": "", "action": move})
    return sent(before, path=path, form={"word": "Sorry."})


def declining(world: World) -> Sent:
    return _settling(world, paths.SELLER_ENQUIRIES, "decline")


def taking_back(world: World) -> Sent:
    return _settling(world, paths.USER_ENQUIRIES, "cancel")


def _open_feed(world: World) -> None:
    # Admins have no bookings.
    if world.me.kind is not AccountKind.ADMIN:
        rentals.open_feed(world.db, factories.actor(world.me))
        world.db.commit()


def feeding(world: World) -> Sent:
    _open_feed(world)
    return sent(path=paths.USER_ENQUIRIES, sees='"exists_rx_state_":true')


def making_feed(_world: World) -> Sent:
    return sent(path=paths.USER_ENQUIRIES)


def revoking_feed(world: World) -> Sent:
    _open_feed(world)
    return sent(path=paths.USER_ENQUIRIES)


def accepting_in_chat(world: World) -> Sent:
    return sent((MessagesState.open, {}), path=_thread(world), enquiry_id=_waiting(world))


def cancelling_in_chat(world: World) -> Sent:
    before = (ConversationActionsState.open_dialog, {"enquiry_id": _waiting(world), "ad_name": "", "action": "cancel"})
    return sent((MessagesState.open, {}), before, path=_thread(world), form={"word": "Sorry."})


ROWS = (
    Row(MessagesState.open, opening, PARTIES, alone=True),
    Row(MessagesState.search, reading, PARTIES, alone=True),
    Row(SessionState.mark_delivered, arriving, PARTIES, alone=True),
    Row(MessagesState.refresh, refreshing, PARTIES, alone=True),
    Row(MessagesState.send, writing, "no ok ok ok ok no", alone=True),
    Row(SendQueueState.send, sending_from_the_outbox, "no ok ok ok ok no", alone=True),
    Row(MessagesState.send_prefill, beginning, "no ok ok no no no", alone=True, late=True),
    Row(MessagesState.send, picturing, "no no no no no no", "a foreign photo", alone=True),
    Row(ConversationActionsState.send_report, reporting, PARTIES, alone=True),
    Row(ConversationActionsState.block, blocking, MEMBERS, alone=True),
    Row(WarningState.call_fine, calling_fine, USER, alone=True),
    Row(WarningState.report_and_block, reporting_and_blocking, USER, alone=True),
    Row(ConversationActionsState.mute, muting, PARTIES, alone=True),
    Row(MessagesState.earlier, paging, "no no no no no no", alone=True),
    # Sellers see the buyer with contact details.
    Row(ConversationActionsState.accept, accepting_in_chat, SELLER, alone=True, tells=("email of",)),
    Row(ConversationActionsState.confirm, cancelling_in_chat, USER, "cancel", alone=True, tells=("email of",)),
    Row(EnquiriesState.open, enquiries, PARTIES, tells=("email of",)),
    Row(EnquiriesState.accept, answering, SELLER, tells=("email of",)),
    Row(EnquiriesState.confirm, declining, SELLER, "decline", tells=("email of",)),
    Row(EnquiriesState.confirm, taking_back, USER, "cancel", tells=("email of",)),
    Row(CalendarFeedState.open, feeding, MEMBERS, alone=True),
    Row(CalendarFeedState.create, making_feed, MEMBERS, alone=True),
    Row(CalendarFeedState.revoke, revoking_feed, MEMBERS, alone=True),
)
