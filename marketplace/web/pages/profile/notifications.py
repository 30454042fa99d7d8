"""The State of the switch for notifications in this browser."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import push
from marketplace.domain.push import messages
from marketplace.i18n.texts import t
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl


class BrowserPushState(PageState, rx.State):
    """Whether this browser gets the account's notifications.

    Attributes:
        public_key: key that the browser subscribes with; empty until the page is loaded.
    """

    public_key: str = ""
    subscribed: bool = False

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - the caller's own session
        """Load the key, and whether the session has subscribed."""
        actor.require()
        status = push.get_status(db, actor)
        return {"public_key": status.public_key, "subscribed": status.subscribed}

    @rx.event
    async def subscribe(self, endpoint: str, p256dh: str, auth: str) -> None:
        """Send notifications to the subscription that the browser made."""
        await self._change(
            push.subscribe, push.PushDraft(endpoint=endpoint, p256dh=p256dh, auth=auth), words=messages.SUBSCRIBED
        )

    @rx.event
    async def unsubscribe(self, endpoint: str) -> None:
        """Stop notifications, now that the browser has ended its subscription."""
        await self._change(push.unsubscribe, endpoint, words=messages.UNSUBSCRIBED)

    async def _change(self, function, target, *, words: str) -> None:
        try:
            await self._execute(function, target)
            await self._toast("success", t(words))
        finally:
            await self._reload()
