"""Sends each form once, however often its button is pressed."""

from typing import Any

import reflex as rx
from reflex.event import Event
from reflex.middleware.middleware import Middleware
from reflex.state import BaseState, StateUpdate

from marketplace.domain import once
from marketplace.web.base.domain_state import DomainState
from marketplace.web.reflex_ext.current_event import client_id

# Of JavaScript.
_LAST_NUMBER = 2**53 - 1


class SubmitState(DomainState, rx.State):
    """Tells the browser which forms were handled.

    Attributes:
        answered: number of the last one, as the browser counts them.
    """

    answered: int = 0

    @rx.event
    def answer(self, number: int) -> None:
        """Tell that the form was handled: events of a tab are handled in the order in which they are sent."""
        self.answered = min(max(number, 0), _LAST_NUMBER)

    async def _is_stored(self) -> bool:
        return await self._query(once.is_stored)


class DropRepeated(Middleware):
    """Drops the event of a form that is stored already, so that its handler does not run with the State that the first one left."""

    async def preprocess(self, app: Any, state: BaseState, event: Event) -> StateUpdate | None:
        """Look the form's id up before its handler runs; None lets it run."""
        if client_id() and await (await state.get_state(SubmitState))._is_stored():
            return StateUpdate()
        return None


class SubmitGuard(rx.Component):
    """Wrapper of `submit_guard.jsx`, a listener for all forms of the page; the layout contains it once."""

    library = rx.asset("submit_guard.jsx", shared=True).importable_path
    tag = "SubmitGuard"

    answered: rx.Var[int]
    on_sent: rx.EventHandler[rx.event.passthrough_event_spec(int)]


def submit_guard() -> rx.Component:
    """Send each form once, show at once that it is on its way, and give it an id by which the server knows it again."""
    return SubmitGuard.create(answered=SubmitState.answered, on_sent=SubmitState.answer)
