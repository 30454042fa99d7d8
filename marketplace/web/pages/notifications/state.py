"""The State of the notifications page."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import ads, content
from marketplace.domain.views import Photo, View
from marketplace.web import paths
from marketplace.web.admin import times
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.pagination import PageLinks, list_links


class NotificationLine(View):
    """A notification; `link` leads to the page where it can be acted on, empty for none.

    Attributes:
        about_ad: whether it is about an ad; `cover` is its first photo, if the reader may see it.
    """

    id: str
    text: str
    link: str
    when: str
    about_ad: bool = False
    cover: Photo | None = None


class NotificationPage(View):
    """A page of notifications, newest first."""

    rows: tuple[NotificationLine, ...] = ()
    links: PageLinks = PageLinks()


class NotificationsState(PageState, rx.State):
    """Opening the page marks all as read; the new ones stay highlighted until it opens again."""

    notifications: NotificationPage = NotificationPage()
    new_ids: list[str] = []

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the page of the URL. Nothing is marked as read."""
        found = content.list_notifications(db, actor, window=url.window)
        covers = ads.find_covers(db, actor, {row.ad_id for row in found.items if row.ad_id})
        rows = tuple(
            NotificationLine.of(
                row, when=times.format_time(row.created_at), about_ad=bool(row.ad_id), cover=covers.get(row.ad_id)
            )
            for row in found.items
        )
        links = list_links(found, paths.NOTIFICATIONS)
        return {
            "notifications": NotificationPage(rows=rows, links=links),
            "new_ids": [row.id for row in found.items if not row.read],
        }

    @rx.event
    async def open(self) -> None:
        """Load the notifications when the page opens."""
        self.new_ids = []
        await self.refresh()

    @rx.event
    async def refresh(self) -> None:
        """Load the notifications again after a live event."""
        before = self.new_ids
        if await self._reload():
            new = self.new_ids
            self.new_ids = [*before, *(each for each in new if each not in before)]
            if new:
                await self._execute(content.mark_notifications_read)
