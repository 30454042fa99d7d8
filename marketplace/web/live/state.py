"""The State with a counter for each topic of events."""

from collections.abc import Mapping

import reflex as rx

from marketplace.web.base.domain_state import DomainState
from marketplace.web.live.tabs import TAB_REGISTRY

# The subjects of the events by topic, oldest first.
Changes = Mapping[str, tuple[str, ...]]


class LiveState(DomainState, rx.State):
    """Counters that rise when a tab should reload; pages pass them to `components.on_change.on_change`.

    Only the server changes them.

    Attributes:
        typing_in: id of the conversation in which the other person typed last; `typing` rises each time.
    """

    chat: int = 0
    read: int = 0
    receipts: int = 0
    typing: int = 0
    enquiries: int = 0
    deals: int = 0
    ads: int = 0
    notices: int = 0
    wishlist: int = 0
    searches: int = 0
    account: int = 0
    typing_in: str = ""

    @rx.event
    async def subscribe(self) -> None:
        """Register the tab for the events of its account. Runs when a page opens and when its connection returns."""
        account_id = await self._query(lambda _db, actor: actor.account_id or "")
        TAB_REGISTRY.subscribe(self.router.session.client_token, account_id)

    def _apply(self, changes: Changes) -> None:
        for topic, subjects in changes.items():
            setattr(self, topic, getattr(self, topic) + 1)
            if topic == "typing":
                self.typing_in = subjects[-1]


TOPICS = (
    "chat", "read", "receipts", "typing", "enquiries", "deals", "ads", "notices", "wishlist", "searches", "account",
)  # fmt: skip
