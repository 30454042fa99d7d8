"""What changed since a tab looked, taken into what it holds: far less than looking at everything again."""

from collections.abc import Sequence

from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import chat
from marketplace.domain.chat import ConversationNews
from marketplace.domain.chat.schemas import MessageView
from marketplace.domain.views import View
from marketplace.errors import NotFound
from marketplace.texts import t
from marketplace.web.pages.messages import views
from marketplace.web.pages.messages.views import Contact, Day, Thread
from marketplace.web.pages.messages.window import PAGE


def look_at_news(
    db: Session, actor: Actor, subjects: Sequence[str], open_id: str, after: int
) -> tuple[ConversationNews, ...]:
    """What changed in these conversations: of the open one all messages after a number, of others the newest.

    Raises:
        NotSignedIn: the caller is anonymous.
        NotFound: something else than a conversation of the caller's changed.
    """
    found = tuple(
        chat.find_news(
            db, actor, one, after=after if one == open_id else 0, limit=PAGE if one == open_id and after else 1
        )
        for one in subjects
    )
    news = tuple(one for one in found if one is not None)
    if len(news) < len(found):
        raise NotFound()
    return news


def take_into_thread(thread: Thread, news: ConversationNews) -> Thread | None:
    """The thread with what is new at its end; None where it has to be looked at as a whole."""
    fits = news.conversation_id == thread.conversation_id and news.ad_id == thread.ad_id and news.complete
    if not fits or len(thread.message_ids) + len(news.messages) > 2 * PAGE:
        return None
    new = [message for message in news.messages if message.seq > thread.last_seq]
    last = new[-1] if new else None
    return thread.model_copy(
        update={
            "days": _joined(thread.days, views.make_days(new)) if new else thread.days,
            "last": last.id if last else thread.last,
            "last_seq": last.seq if last else thread.last_seq,
            "message_ids": (*thread.message_ids, *(message.id for message in new)),
            "own_ids": (*thread.own_ids, *(message.client_id for message in new if message.mine)),
            "unread": news.unread,
            "muted": news.muted,
        }
    )


def _joined(days: tuple[Day, ...], new: tuple[Day, ...]) -> tuple[Day, ...]:
    if not days or days[-1].date != new[0].date:
        return (*days, *new)
    last = days[-1].model_copy(update={"bubbles": days[-1].bubbles + new[0].bubbles})
    return (*days[:-1], last, *new[1:])


def take_into_contacts(contacts: Sequence[Contact], news: ConversationNews, *, seen: bool) -> list[Contact] | None:
    """The left pane with this conversation as it is now; None where it does not stand there yet.

    Args:
        seen: whether its messages are on the page, so that none of them counts as unread.
    """
    if all(contact.id != news.other_id for contact in contacts):
        return None
    changes: dict[str, object] = {"unread": 0 if seen else news.unread}
    if news.messages and news.last_at:
        changes |= {"preview": _preview(news.messages[-1])}
        changes |= {"when": views.when(news.last_at), "at": news.last_at.isoformat()}
    changed = [contact.model_copy(update=changes) if contact.id == news.other_id else contact for contact in contacts]
    # Whom one never spoke with stands at the end, in the order they came.
    return sorted(changed, key=lambda contact: contact.at, reverse=True)


def _preview(message: MessageView) -> str:
    return chat.preview(message.text) or t("Photo")


class Ticks(View):
    """What changes when messages arrived or were read: own ones that did, each with whether it was read, and what is
    unread by person.
    """

    marks: dict[str, bool] = {}
    unread: dict[str, int] = {}


def look_at_ticks(db: Session, actor: Actor, thread: Thread | None) -> Ticks:
    """What has arrived and what was read by now; far less than looking at everything again."""
    unread = chat.count_unread_by_person(db, actor)
    if thread is None:
        return Ticks(unread=unread)
    waiting = [bubble.id for day in thread.days for bubble in day.bubbles if bubble.mine and not bubble.read]
    return Ticks(marks=chat.list_marks(db, actor, thread.buyer_id, thread.seller_id, waiting), unread=unread)


def tick(thread: Thread, marks: dict[str, bool]) -> Thread:
    """The thread with these messages delivered, and those read that are marked so."""
    days = tuple(
        day.model_copy(
            update={
                "bubbles": tuple(
                    bubble.model_copy(update={"delivered": True, "read": marks[bubble.id]})
                    if bubble.id in marks
                    else bubble
                    for bubble in day.bubbles
                )
            }
        )
        for day in thread.days
    )
    return thread.model_copy(update={"days": days})
