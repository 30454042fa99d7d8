"""Incremental updates of the chat, which cost far less than reloading it."""

from collections.abc import Callable, Mapping, Sequence

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.domain import chat
from marketplace.domain.ages import moment_text
from marketplace.domain.chat import ConversationNews
from marketplace.domain.chat.schemas import MessageView
from marketplace.domain.trust import WarningView
from marketplace.i18n.texts import t
from marketplace.web.pages.messages import views
from marketplace.web.pages.messages.views import Bubble, Contact, Day, Thread
from marketplace.web.pages.messages.window import PAGE


def load_updates(
    db: Session, actor: Actor, subjects: Sequence[str], open_id: str, after: int
) -> tuple[ConversationNews, ...]:
    """Load the changes of conversations: all messages after a number for the open one, the newest message for others.

    Raises:
        NotSignedIn: the caller is anonymous.
        NotFound: one of the subjects is not a conversation of the caller.
    """
    found = tuple(
        chat.find_news(
            db, actor, one, after=after if one == open_id else 0, limit=PAGE if one == open_id and after else 1
        )
        for one in subjects
    )
    updates = tuple(one for one in found if one is not None)
    if len(updates) < len(found):
        raise NotFound()
    return updates


def merge_into_thread(thread: Thread, updates: ConversationNews) -> Thread | None:
    """Return the thread with the new messages; None if it has to be reloaded."""
    fits = updates.conversation_id == thread.conversation_id and updates.ad_id == thread.ad_id and updates.complete
    if not fits or len(thread.message_ids) + len(updates.messages) > 2 * PAGE:
        return None
    new = [message for message in updates.messages if message.seq > thread.last_seq]
    days = _warn(thread.days, updates.warnings) if thread.last_seq else thread.days
    last = new[-1] if new else None
    return thread.model_copy(
        update={
            "days": _append_days(days, views.make_days(new)) if new else days,
            "last": last.id if last else thread.last,
            "last_seq": last.seq if last else thread.last_seq,
            "message_ids": (*thread.message_ids, *(message.id for message in new)),
            "own_ids": (*thread.own_ids, *(message.client_id for message in new if message.mine)),
            "questions": ask(thread, *(message.text for message in new if message.mine)),
            "unread": updates.unread,
            "muted": updates.muted,
        }
    )


def ask(thread: Thread, *sent: str) -> tuple[str, ...]:
    """Return the questions that are left once the buyer has sent these texts, too."""
    if thread.ad is None or not sent:
        return thread.questions
    ad_type, name = thread.ad.ad_type, thread.ad.display_name
    left = chat.list_questions(ad_type, name, sent)
    return tuple(question for question in thread.questions if question in left)


def _warn(days: tuple[Day, ...], warnings: Mapping[str, tuple[WarningView, ...]]) -> tuple[Day, ...]:
    """Return the days with the current warnings: photos are checked after the message was sent."""
    return _map_bubbles(days, lambda bubble: bubble if bubble.mine else views.warn(bubble, warnings.get(bubble.id, ())))


def _map_bubbles(days: tuple[Day, ...], change: Callable[[Bubble], Bubble]) -> tuple[Day, ...]:
    return tuple(day.model_copy(update={"bubbles": tuple(map(change, day.bubbles))}) for day in days)


def _append_days(days: tuple[Day, ...], new: tuple[Day, ...]) -> tuple[Day, ...]:
    if not days or days[-1].date != new[0].date:
        return (*days, *new)
    last = days[-1].model_copy(update={"bubbles": days[-1].bubbles + new[0].bubbles})
    return (*days[:-1], last, *new[1:])


def merge_into_contacts(contacts: Sequence[Contact], updates: ConversationNews, *, seen: bool) -> list[Contact] | None:
    """Return the contacts with the conversation's changes; None if it is not in the list yet, or about another ad now.

    Args:
        seen: whether the page shows the messages, so that none counts as unread.
    """
    if all((contact.id, contact.ad_id) != (updates.other_id, updates.ad_id) for contact in contacts):
        return None
    changes: dict[str, object] = {"unread": 0 if seen else updates.unread}
    preview: dict[str, object] = {}
    if updates.messages and updates.last_at:
        preview = {"preview": _preview(updates.messages[-1])}
        changes |= {"when": moment_text(updates.last_at), "at": updates.last_at.isoformat()}
    changed = [
        # An offer that waits for an answer stays in sight.
        contact.model_copy(update=changes if contact.waiting else changes | preview)
        if contact.id == updates.other_id
        else contact
        for contact in contacts
    ]
    # Contacts without a conversation stay at the end, in their order.
    return sorted(changed, key=lambda contact: contact.at, reverse=True)


def _preview(message: MessageView) -> str:
    return chat.preview(message.text) or t("Photo")


def load_receipts(db: Session, actor: Actor, thread: Thread) -> dict[str, bool]:
    """Return which of the caller's unread messages were delivered, and whether each was read."""
    waiting = [bubble.id for day in thread.days for bubble in day.bubbles if bubble.mine and not bubble.read]
    return chat.list_receipts(db, actor, thread.buyer_id, thread.seller_id, waiting)


def apply_receipts(thread: Thread, receipts: dict[str, bool]) -> Thread:
    """Return the thread with these messages delivered, and read where marked."""

    def mark(bubble: Bubble) -> Bubble:
        if bubble.id not in receipts:
            return bubble
        return bubble.model_copy(update={"delivered": True, "read": receipts[bubble.id]})

    return thread.model_copy(update={"days": _map_bubbles(thread.days, mark)})
