"""The list of conversations: whoever has an open offer, deal, enquiry or booking with the caller stands in it, too."""

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.domain import chat, deals, rentals
from marketplace.domain.chat import ConversationView
from marketplace.domain.waiting_rows import OpenTrade


def list_conversations(
    db: Session, actor: Actor, *, before: str = "", q: str = "", limit: int = chat.PAGE, offset: int = 0
) -> list[ConversationView]:
    """List the caller's conversations and open trades with people, the latest first; arguments as for `chat.list_conversations`."""
    found = chat.list_conversations(
        db, actor, before=before, q=q, limit=limit, offset=offset, trades=_select_trades(actor)
    )
    others = [conversation.other.id for conversation in found]
    trades: dict[str, list[OpenTrade]] = {}
    for trade in (*deals.list_open_trades(db, actor, others), *rentals.list_open_trades(db, actor, others)):
        trades.setdefault(trade.other_id, []).append(trade)
    return [_with_trades(conversation, trades.get(conversation.other.id, [])) for conversation in found]


def count_conversations(db: Session, actor: Actor, *, q: str = "") -> int:
    """Count all that `list_conversations` can return."""
    return chat.count_conversations(db, actor, q=q, trades=_select_trades(actor))


def _select_trades(actor: Actor) -> tuple:
    account_id, now = actor.require(), clock.now()
    return (*deals.select_trades(account_id, now), *rentals.select_trades(account_id, now))


def _with_trades(conversation: ConversationView, trades: list[OpenTrade]) -> ConversationView:
    if not trades:
        return conversation
    waiting = sum(trade.waits for trade in trades)
    shown = max(trades, key=lambda trade: (trade.waits, trade.at))
    # A message after it says more, unless the trade waits for the reader.
    is_news = shown.waits or conversation.last_message_at is None or conversation.last_message_at < shown.at
    return conversation.model_copy(
        update={
            "waiting": waiting,
            "step": shown.text if is_news else "",
            "ad_id": shown.ad_id if is_news else conversation.ad_id,
        }
    )
