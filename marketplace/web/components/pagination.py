"""Pagination links."""

from collections.abc import Callable
from typing import Any

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain.paging import Page
from marketplace.domain.views import View
from marketplace.web import paths
from marketplace.web.components.classes import join
from marketplace.web.components.icon import icon
from marketplace.web.components.link import link

_ITEM = "page-link"


class PageLink(View):
    """A page number; `href` is empty for a gap."""

    label: str
    href: str = ""
    current: bool = False


class PageLinks(View):
    """The links of a pagination; empty if there is only one page."""

    previous: str = ""
    next: str = ""
    numbers: tuple[PageLink, ...] = ()


def page_links(page: int, pages: int, href: Callable[[int], str]) -> PageLinks:
    """Return the links of a list, from `href` of a page number: first page, last page and the pages around the current one."""
    if pages <= 1:
        return PageLinks()
    shown = sorted({1, pages, *range(max(1, page - 1), min(pages, page + 1) + 1)})
    numbers: list[PageLink] = []
    for before, number in zip([0, *shown], shown, strict=False):
        if number - before > 1:
            numbers.append(PageLink(label="…"))
        numbers.append(PageLink(label=str(number), href=href(number), current=number == page))
    return PageLinks(
        previous=href(page - 1) if page > 1 else "",
        next=href(page + 1) if page < pages else "",
        numbers=tuple(numbers),
    )


def list_links(found: Page[Any], path: str, **filters: str) -> PageLinks:
    """Return the links of a list at this path, whose URL has the filters that are not empty."""

    def href(page: int) -> str:
        return paths.with_query(path, **filters, page=str(page) if page > 1 else "")

    return page_links(found.page, found.pages, href)


def _step(label: str, href, mark: rx.Component, *, first: bool) -> rx.Component:
    inner = (mark, rx.el.span(label, class_name="max-sm:sr-only"))
    content = inner if first else inner[::-1]
    return rx.cond(
        href,
        link(*content, href=href, class_name=f"{_ITEM} gap-1 text-ink hover:bg-sunken"),
        rx.el.span(*content, aria_disabled="true", class_name=f"{_ITEM} gap-1 text-muted opacity-60"),
    )


def _number(item: ObjectVar[PageLink]) -> rx.Component:
    return rx.el.li(
        rx.cond(
            item.href,
            link(
                item.label,
                href=item.href,
                aria_label=f"Page {item.label}",
                aria_current=rx.cond(item.current, "page", "false"),
                class_name=join(_ITEM, rx.cond(item.current, "bg-accent text-on-accent", "text-ink hover:bg-sunken")),
            ),
            rx.el.span(item.label, aria_hidden="true", class_name=f"{_ITEM} text-muted"),
        )
    )


def pagination(links: ObjectVar[PageLinks]) -> rx.Component:
    """Pagination with real links, so that back, reload and opening in a new tab work."""
    return rx.cond(
        links.numbers.length() > 0,
        rx.el.nav(
            _step("Previous", links.previous, icon("chevron-left"), first=True),
            rx.el.ol(rx.foreach(links.numbers, _number), class_name="flex flex-wrap items-center gap-1"),
            _step("Next", links.next, icon("chevron-right"), first=False),
            aria_label="Pages",
            class_name="flex flex-wrap items-center justify-center gap-1 pt-8",
        ),
    )
