"""Read views of conversations, each from one party's side."""

from datetime import datetime

from marketplace.domain.accounts.schemas import Person
from marketplace.domain.trust.schemas import WarningView
from marketplace.domain.views import Photo, View


class MessageView(View):
    """One message, as the reader may see it.

    Attributes:
        seq: number in the conversation from 1; withheld messages leave gaps.
        client_id: id made by the sender's client, shown to the sender only.
        delivered: whether a page of the other party received it; as `read`.
        read: whether the other party has read it; set on the reader's own messages only.
        warnings: what a received message resembles, the strongest first; never set on the reader's own messages.
    """

    id: str
    conversation_id: str
    seq: int
    buyer_id: str
    seller_id: str
    sender_id: str
    text: str
    photos: tuple[Photo, ...] = ()
    ad_id: str = ""
    client_id: str = ""
    mine: bool = False
    delivered: bool = False
    read: bool = False
    warnings: tuple[WarningView, ...] = ()
    created_at: datetime

    @property
    def receiver_id(self) -> str:
        """Account id of the party that did not write it."""
        return self.seller_id if self.sender_id == self.buyer_id else self.buyer_id


class MessagePage(View):
    """Part of a conversation, oldest first.

    Attributes:
        next: message id for the previous page; empty at the start of the conversation.
        ad_id: the ad the conversation was last started from, empty if none.
        unread: unread messages of the whole conversation; 0 means `mark_read` would change nothing.
        blocked: whether the reader blocked the other party.
    """

    conversation_id: str = ""
    messages: tuple[MessageView, ...] = ()
    next: str = ""
    ad_id: str = ""
    unread: int = 0
    muted: bool = False
    blocked: bool = False


class MessageCounts(View):
    """What the badges count.

    Attributes:
        unread: messages in conversations that are not muted.
        undelivered: conversations with a message that no page of the reader has received.
    """

    unread: int = 0
    undelivered: int = 0


class ConversationNews(View):
    """Changes in one of the reader's conversations.

    Attributes:
        messages: messages after the requested one, oldest first.
        warnings: of the newest messages that the reader received, by message id; empty if no message was named.
        complete: whether these are all messages after it.
        unread: as in `MessagePage`.
        ad_id: the ad the conversation was last started from, empty if none.
    """

    conversation_id: str
    other_id: str
    messages: tuple[MessageView, ...] = ()
    warnings: dict[str, tuple[WarningView, ...]] = {}
    complete: bool = True
    last_at: datetime | None = None
    unread: int = 0
    muted: bool = False
    ad_id: str = ""


class ConversationView(View):
    """A conversation in the reader's list, from the reader's side.

    Attributes:
        id: empty if the two have not written yet, but something is open between them.
        last_at: when something last happened; `last_message_at` is the time of the newest message, None without one.
        step: what is open between the two, in words; empty if nothing is, or a message came later.
        waiting: how many offers and enquiries of the other party wait for the reader's answer.
        last_text: the newest message in full; empty if it has photos only.
        preview: its start, for the contact list.
        unread: number of unread messages.
        blocked: whether the reader blocked the other party.
    """

    id: str
    buyer: Person
    seller: Person
    other: Person
    ad_id: str = ""
    last_text: str = ""
    preview: str = ""
    last_at: datetime | None = None
    last_message_at: datetime | None = None
    step: str = ""
    waiting: int = 0
    unread: int = 0
    muted: bool = False
    blocked: bool = False


class BlockView(View):
    """An account the reader blocked."""

    person: Person
    created_at: datetime


class ReplyTime(View):
    """How long a seller usually takes to answer: at most this many minutes; `rate_text` says how many buyers get an answer."""

    minutes: int
    text: str
    rate_text: str = ""
