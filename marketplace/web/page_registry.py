"""The table of all pages, collected from the packages in `pages/`."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import reflex as rx
from reflex.utils.exec import is_prod_mode

from marketplace.domain import page_titles
from marketplace.web import pages
from marketplace.web.base.page_state import PageState

# Links the scripts that several components import.
from marketplace.web.components import shared_scripts  # noqa: F401

# Production does not even import it, because the values of every imported State are sent to every tab.
_DEVELOPMENT_ONLY = "styleguide"


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the site.

    Attributes:
        route: Reflex route, e.g. `/products/[product_id]`.
        component: returns the whole page, including its layout.
        title: title of the tab, without the site's name.
        description: one sentence for search engines.
        states: the States that load its data: `load` on the server, and `open` when it opens in the browser.
        indexed: whether search engines may index it.
    """

    route: str
    component: Callable[[], rx.Component]
    title: str
    description: str = ""
    states: tuple[Any, ...] = ()
    indexed: bool = True

    @property
    def main_state(self) -> type[PageState] | None:
        """The State that has the page's title and its errors."""
        return next((state for state in self.states if issubclass(state, PageState)), None)

    def title_var(self) -> rx.Var[str] | str:
        """Return the title of the tab: that of the loaded data, or the page's own."""
        own, state = page_titles.full(self.title), self.main_state
        return rx.cond(state.title, state.title, own) if state else own


def private_page(route: str, component: Callable[[], rx.Component], title: str, description: str, *states: Any) -> Page:
    """Return a page for signed-in people, loaded by these States, which search engines don't index."""
    return Page(route, component, title, description, states, indexed=False)


def list_pages(folder: str = "") -> list[Page]:
    """Return pages sorted by route, from the `PAGES` of each `page` module or that of one folder alone. Production has no style guide."""
    found: list[Page] = []
    for package in pkgutil.iter_modules(pages.__path__):
        if (folder and package.name != folder) or (package.name == _DEVELOPMENT_ONLY and is_prod_mode()):
            continue
        found += importlib.import_module(f"{pages.__name__}.{package.name}.page").PAGES
    return sorted(found, key=lambda page: page.route)
