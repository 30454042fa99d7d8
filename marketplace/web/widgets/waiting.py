"""What waits for the signed-in buyer or seller: the first rows on the pages where they arrive, and all on a page of their own."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import ads, waiting
from marketplace.domain.ads import messages
from marketplace.domain.paging import Window
from marketplace.domain.views import View
from marketplace.domain.waiting import WaitingView
from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.base.page_state import PageState, Vars, content_or_error
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.button import button_link, row_button
from marketplace.web.components.icon import icon
from marketplace.web.components.interval import interval
from marketplace.web.components.link import link
from marketplace.web.components.on_change import on_change
from marketplace.web.components.pagination import PageLinks, list_links, pagination
from marketplace.web.components.photo import thumb
from marketplace.web.components.section import section_header
from marketplace.web.live import LiveState

_FIRST = Window(limit=5)
_THUMB_PX = 48
_ICONS = {"draft": "pencil", "wanted_expiring": "search", "message": "message-circle"}


class WaitingList(View):
    """Rows of what waits; `total` is the number of all."""

    rows: tuple[WaitingView, ...] = ()
    total: int = 0
    links: PageLinks = PageLinks()


class WaitingState(PageState, rx.State):
    """What waits for the caller; None until it is loaded."""

    waiting: WaitingList | None = None

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the page of the URL on the page with all rows, elsewhere the first rows."""
        found = waiting.list_waiting(db, actor, window=url.window if url.path == paths.WAITING else _FIRST)
        return {
            "waiting": WaitingList(rows=found.items, total=found.total, links=list_links(found, paths.WAITING)),
        }

    @rx.event
    async def renew(self, ad_id: str) -> None:
        """Renew an ad that expires soon."""
        await self._execute(ads.renew, ad_id)
        await self._toast("success", t(messages.RENEWED))
        await self._reload()


def _can_renew(row: rx.Var[WaitingView]) -> rx.Var[bool]:
    """Whether the row is done by a press of its button."""
    return row.kind == "ad_expiring"


def _picture(row: rx.Var[WaitingView]) -> rx.Component:
    """Photo of the ad that it is about, else an icon."""
    return rx.cond(
        row.ad_id,
        thumb(row.cover, alt="", px=_THUMB_PX, class_name="shrink-0 rounded-control"),
        rx.el.span(
            rx.match(row.kind, *((kind, icon(mark)) for kind, mark in _ICONS.items()), icon("bell")),
            class_name="flex size-12 shrink-0 items-center justify-center rounded-control bg-sunken text-muted",
        ),
    )


def _row(row: rx.Var[WaitingView]) -> rx.Component:
    return rx.el.li(
        _picture(row),
        rx.el.div(
            link(
                row.text,
                # On phones the whole entry is the link, so that the text has room.
                rx.cond(_can_renew(row), "", rx.el.span(class_name="absolute inset-0 sm:hidden", aria_hidden="true")),
                href=row.link,
                class_name="break-words font-medium hover:text-accent",
            ),
            rx.cond(row.deadline_text, rx.el.p(row.deadline_text, class_name="text-sm text-muted")),
            class_name="min-w-0 flex-1 text-[0.9375rem]",
        ),
        rx.cond(
            _can_renew(row),
            row_button(row.action, row.text, on_click=WaitingState.renew(row.subject_id)),
            rx.fragment(
                button_link(
                    row.action,
                    # Several rows have the same words on their buttons.
                    rx.el.span(": ", row.text, class_name="sr-only"),
                    href=row.link,
                    variant="secondary",
                    size="sm",
                    class_name="shrink-0 max-sm:hidden",
                ),
                icon("chevron-right", size=18, class_name="shrink-0 text-muted sm:hidden"),
            ),
        ),
        class_name="relative flex min-h-15 items-center gap-3 px-3 py-2.5 sm:px-4",
    )


def _rows() -> rx.Component:
    return rx.cond(
        WaitingState.waiting.total > 0,
        rx.el.ul(
            rx.foreach(WaitingState.waiting.rows, _row),
            class_name="divide-y divide-line rounded-box border border-line bg-raised",
        ),
        rx.el.p(
            icon("circle-check", class_name="text-success"),
            t("You're all caught up"),
            class_name="flex items-center gap-3 rounded-box border border-line bg-raised px-4 py-4 text-muted",
        ),
    )


def _live(content: rx.Component) -> rx.Component:
    """The content once it is loaded. It follows all that makes or ends a row."""
    changes = LiveState.chat + LiveState.read + LiveState.ads + LiveState.enquiries + LiveState.deals
    return content_or_error(
        WaitingState,
        rx.fragment(
            rx.cond(WaitingState.waiting, content, rx.el.div(class_name="skeleton h-36")),
            on_change(changes + LiveState.notices, WaitingState.open),
            interval(get_settings().poll_dashboard_s, WaitingState.open),
        ),
    )


def waiting_overview() -> rx.Component:
    """The first rows, with a link to all."""
    total = WaitingState.waiting.total
    return rx.el.section(
        section_header(
            t("Waiting for you"),
            href=paths.WAITING,
            action=rx.fragment(t("See all"), " (", total, ")"),
            shown=total > _FIRST.limit,
        ),
        _live(_rows()),
        class_name="flex flex-col gap-3",
    )


def waiting_page() -> rx.Component:
    """All rows, in pages."""
    return _live(rx.fragment(_rows(), pagination(WaitingState.waiting.links)))
