"""What conversations look like to one of their two sides."""

from datetime import datetime

from marketplace.domain.accounts.schemas import Person
from marketplace.domain.views import Photo, View


class MessageView(View):
    """One message, as the asker may see it.

    Attributes:
        seq: counts within the conversation from 1; a number may be missing where a message was withheld.
        client_id: the sender's own mark, shown to the sender only.
        delivered: whether it has reached a page of the other side; as `read`.
        read: whether the other side has read it; only ever true on the asker's own messages.
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
    created_at: datetime

    @property
    def receiver_id(self) -> str:
        """Whoever did not write it."""
        return self.seller_id if self.sender_id == self.buyer_id else self.buyer_id


class MessagePage(View):
    """Part of a conversation, oldest first.

    Attributes:
        next: the message id to page back from; empty at the beginning of the conversation.
        ad_id: the ad the conversation last began from, empty where there is none.
        unread: messages of the whole conversation the asker has not read; 0 means `mark_read` would change nothing.
        blocked: whether the asker blocked the other side.
    """

    conversation_id: str = ""
    messages: tuple[MessageView, ...] = ()
    next: str = ""
    ad_id: str = ""
    unread: int = 0
    muted: bool = False
    blocked: bool = False


class ConversationNews(View):
    """What changed in one of the asker's conversations.

    Attributes:
        messages: those after the one that was asked for, oldest first.
        complete: whether these are all there are after it.
        unread: as in `MessagePage`.
        ad_id: the ad the conversation last began from, empty where there is none.
    """

    conversation_id: str
    other_id: str
    messages: tuple[MessageView, ...] = ()
    complete: bool = True
    last_at: datetime | None = None
    unread: int = 0
    muted: bool = False
    ad_id: str = ""


class ConversationView(View):
    """A conversation in the asker's list; everything in it is from the asker's side.

    Attributes:
        last_text: the newest message in full; empty when it carries photos only.
        preview: its beginning, for a contact list.
        unread: messages the asker has not read.
        blocked: whether the asker blocked the other side.
    """

    id: str
    buyer: Person
    seller: Person
    other: Person
    ad_id: str = ""
    last_text: str = ""
    preview: str = ""
    last_at: datetime | None = None
    unread: int = 0
    muted: bool = False
    blocked: bool = False


class BlockView(View):
    """Somebody the asker blocked."""

    person: Person
    created_at: datetime
