"""The page table: every page of the site, gathered from the folders in `pages/`."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import reflex as rx

from marketplace.web import pages


@dataclass(frozen=True, slots=True)
class Page:
    """One row of the table.

    Attributes:
        route: as Reflex writes it, e.g. `/products/[product_id]`.
        component: makes the whole page, layout included.
        title: the tab's title, without the site's name.
        description: one sentence for search engines.
        on_load: handlers run each time the page is opened, after those that every page has.
        indexed: whether search engines may list it.
        development: only there in development.
    """

    route: str
    component: Callable[[], rx.Component]
    title: str
    description: str = ""
    on_load: tuple[Any, ...] = ()
    indexed: bool = True
    development: bool = False


def list_pages() -> list[Page]:
    """All pages, by route: each package below `pages/` names its own in `page.PAGES`."""
    found: list[Page] = []
    for package in pkgutil.iter_modules(pages.__path__):
        found += importlib.import_module(f"{pages.__name__}.{package.name}.page").PAGES
    return sorted(found, key=lambda page: page.route)
