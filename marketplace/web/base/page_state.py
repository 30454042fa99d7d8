"""Base class of the States that load the data of a page."""

from collections.abc import Iterator
from contextlib import contextmanager

import reflex as rx

from marketplace.core.errors import Forbidden, MarketplaceError, NotSignedIn
from marketplace.i18n.texts import t
from marketplace.web.base.domain_state import DomainState
from marketplace.web.base.errors import unexpected_errors_as
from marketplace.web.components.placeholders import error_state


class PageState(DomainState, rx.State, mixin=True):
    """Mixin with the loading and error state of a page.

    Attributes:
        loading: true until the first load has ended.
        load_error: why the last load failed; the page shows it with a retry button.
    """

    loading: bool = True
    load_error: str = ""

    @contextmanager
    def _catch_load_errors(self, message: str = "") -> Iterator[None]:
        """Store the errors of the block in `load_error` and end the loading state.

        `NotSignedIn` and `Forbidden` are ignored, because the layout shows the login instead of the page.

        Args:
            message: what failed, for unexpected errors.
        """
        self.load_error = ""
        try:
            with unexpected_errors_as(message or t("Failed to load data")):
                yield
        except (NotSignedIn, Forbidden):
            pass
        except MarketplaceError as error:
            self.load_error = error.message
        finally:
            self.loading = False


def content_or_error(state: type[PageState], content: rx.Component) -> rx.Component:
    """Show the content, or the State's load error with a retry button that calls `open`."""
    retry = state.open  # pyright: ignore[reportAttributeAccessIssue] - every page State has an `open` handler
    return rx.cond(state.load_error, error_state(state.load_error, on_retry=retry), content)
