"""Base class of the States that load the data of a page."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, Gone, MarketplaceError, NotFound, NotSignedIn
from marketplace.domain import page_titles
from marketplace.i18n.texts import t
from marketplace.web.base.domain_state import DomainState
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.placeholders import error_state

Vars = Mapping[str, Any]
Load = Callable[[Session, Actor, PageUrl], Vars]


class PageState(DomainState, rx.State, mixin=True):
    """Mixin with the loading and error state of a page.

    Attributes:
        loading: true until the first load has ended.
        load_error: why the last load failed; the page shows it with a retry button.
        missing: error if what the URL names does not exist (any more).
        title: title of the tab; empty for the title in the table of pages.
        LOAD_FAILED: what to say of an unexpected error.
    """

    LOAD_FAILED: ClassVar[str] = t("Failed to load data")

    loading: bool = True
    load_error: str = ""
    missing: str = ""
    title: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - most pages read them
        """Return the vars that show the page of a URL, for `open` and for the server-rendered page alike.

        Empty if the page loads its data in another way; the server then renders its skeleton.

        Raises:
            NotFound, Gone: the page becomes an error page with the message.
            NotSignedIn, Forbidden: the page shows a login.
        """
        return {}

    @classmethod
    def describe_missing(cls, error: NotFound | Gone) -> Vars:
        """Return the vars of the error page."""
        return {"missing": error.message, "title": page_titles.full(error.message)}

    @classmethod
    def describe_failure(cls, message: str) -> Vars:
        """Return the vars that show why the page could not be loaded."""
        return {"load_error": message}

    @rx.event
    async def open(self) -> None:
        """Load the page of the URL."""
        await self._reload()

    async def _reload(self, load: Load | None = None) -> bool:
        """Load the page of the URL, perhaps with what this tab has chosen to see, such as a month; returns whether it was loaded."""
        with self._catch_load_errors():
            try:
                self._set_vars(await self._query_public(load or self.load, self._page_url()))
                return True
            except (NotFound, Gone) as error:
                self._set_vars(self.describe_missing(error))
            except (NotSignedIn, Forbidden) as error:
                # Nothing that the tab showed before may stay.
                self.reset()
                if error.extra.get("suspended"):
                    await self._show_error(error)
        return False

    def _set_vars(self, values: Vars) -> None:
        for name, value in {"missing": "", "title": "", **values}.items():
            setattr(self, name, value)

    def _page_url(self) -> PageUrl:
        return PageUrl(self.router.url.path, self.router.url.query)

    @contextmanager
    def _catch_load_errors(self) -> Iterator[None]:
        """Store the errors of the block in `load_error` and end the loading state."""
        self.load_error = ""
        try:
            with unexpected_errors_as(self.LOAD_FAILED):
                yield
        except MarketplaceError as error:
            for name, value in self.describe_failure(error.message).items():
                setattr(self, name, value)
        finally:
            self.loading = False


def content_or_error(state: type[PageState], content: rx.Component) -> rx.Component:
    """Show the content, or the State's load error with a retry button that calls `open`."""
    return rx.cond(state.load_error, error_state(state.load_error, on_retry=state.open), content)


def list_or_placeholder(
    state: type[PageState], rows, filled: rx.Component, empty: rx.Component, skeleton: rx.Component | None = None
) -> rx.Component:
    """Show the list, its skeleton while it loads, the empty state, or the load error."""
    loading = skeleton or rx.el.div(class_name="skeleton h-64")
    return content_or_error(state, rx.cond(rows.length() > 0, filled, rx.cond(state.loading, loading, empty)))
