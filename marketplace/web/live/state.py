"""What a tab watches: one number for each topic, which rises when the tab should look again."""

from collections.abc import Mapping

import reflex as rx

from marketplace.actor import Actor
from marketplace.web.door import Door
from marketplace.web.live.tabs import TABS

# By topic, the subjects of the events, oldest first.
Changes = Mapping[str, tuple[str, ...]]


class LiveState(Door, rx.State):
    """Numbers that the server alone changes; pages hand them to `components.watch.on_change`.

    Attributes:
        typing_in: the conversation in which the other side typed last; `typing` rises each time.
    """

    chat: int = 0
    read: int = 0
    typing: int = 0
    enquiries: int = 0
    ads: int = 0
    notices: int = 0
    wishlist: int = 0
    account: int = 0
    typing_in: str = ""

    @rx.event
    async def follow(self) -> None:
        """A page was opened or its connection came back: this worker's events concern this tab now."""
        account_id = await self._ask(lambda _db, actor: _account_of(actor))
        TABS.follow(self.router.session.client_token, account_id)

    def _touch(self, changes: Changes) -> None:
        for topic, subjects in changes.items():
            setattr(self, topic, getattr(self, topic) + 1)
            if topic == "typing":
                self.typing_in = subjects[-1]


TOPICS = ("chat", "read", "typing", "enquiries", "ads", "notices", "wishlist", "account")


def _account_of(actor: Actor) -> str:
    return actor.account_id or ""
