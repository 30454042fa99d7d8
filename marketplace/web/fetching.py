"""Base of the States that fetch what a page shows."""

from collections.abc import Iterator
from contextlib import contextmanager

import reflex as rx

from marketplace.errors import Forbidden, MarketplaceError, NotSignedIn
from marketplace.texts import t
from marketplace.web.components.states import error_state
from marketplace.web.door import Door
from marketplace.web.failing import failing


class Fetching(Door, rx.State, mixin=True):
    """Mixin with what a page needs to know until its content is there, or where it never comes."""

    loading: bool = True
    # Why there is nothing; the page shows it with another try.
    problem: str = ""

    @contextmanager
    def _fetching(self, words: str = "") -> Iterator[None]:
        """Around the calls that fetch: who may not look is told by the layout, everything else by `problem`.

        Args:
            words: what could not be done where the domain has no sentence for it.
        """
        self.problem = ""
        try:
            with failing(words or t("Failed to load data")):
                yield
        except (NotSignedIn, Forbidden):
            pass
        except MarketplaceError as error:
            self.problem = error.message
        finally:
            self.loading = False


def fetched(state: type[Fetching], content: rx.Component) -> rx.Component:
    """What a State fetched, or why it could not and another try."""
    retry = state.open  # pyright: ignore[reportAttributeAccessIssue] - each page opens by it
    return rx.cond(state.problem, error_state(state.problem, on_retry=retry), content)
