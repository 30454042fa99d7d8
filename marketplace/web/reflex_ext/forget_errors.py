"""A page that is loaded again begins without the errors of what was typed before. Written for Reflex 0.10.1."""

from collections.abc import Iterator
from typing import Any

from reflex.event import Event
from reflex.middleware.middleware import Middleware
from reflex.state import BaseState

# Errors of the page itself, with a button that loads it again.
_STAYS = "load_error"


class ForgetErrors(Middleware):
    """Clears the error messages of forms when the browser loads a page: they are about what was sent before.

    A tab that only connects again sends no hashes, and keeps the messages that its user is reading.
    """

    async def preprocess(self, app: Any, state: BaseState, event: Event) -> None:
        """Clear them before the page gets the State."""
        if event.name.rpartition(".")[2] != "hydrate_and_load" or event.payload.get("hashes") is None:
            return
        for part in _parts(state._get_root_state()):
            for name in part.base_vars:
                if is_error(name) and getattr(part, name):
                    setattr(part, name, {} if isinstance(getattr(part, name), dict) else "")


def is_error(name: str) -> bool:
    """Whether a var of this name holds errors of a form."""
    return name != _STAYS and name.rpartition("_")[2] in ("error", "errors")


def _parts(state: BaseState) -> Iterator[BaseState]:
    """The State and those below it, as far as they are loaded: the event that sends the whole State loads all."""
    yield state
    for below in state.substates.values():
        yield from _parts(below)
