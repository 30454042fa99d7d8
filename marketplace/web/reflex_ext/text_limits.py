"""Limits the length of texts in events, because handlers keep them in State. Written for Reflex 0.10.1."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from reflex.event import Event
from reflex.middleware.middleware import Middleware
from reflex.state import BaseState, FrontendEventExceptionState, State

from marketplace.core.errors import TooLarge
from marketplace.i18n.texts import t
from marketplace.settings import get_settings

Handler = TypeVar("Handler", bound=Callable[..., Any])
_MARK = "takes_long_text"


def takes_long_text(handler: Handler) -> Handler:
    """Mark a handler whose arguments may be as long as a form field; goes below `rx.event`."""
    setattr(handler, _MARK, True)
    return handler


# Reflex's own report of an error in the browser carries a stack trace, and is not kept in State.
takes_long_text(FrontendEventExceptionState.event_handlers["handle_frontend_exception"].fn)


class LimitTexts(Middleware):
    """Refuses events with a text longer than its place allows: an argument, or a field of a form."""

    async def preprocess(self, app: Any, state: BaseState, event: Event) -> None:
        """Check the event's payload before its handler runs.

        Raises:
            TooLarge: a text has more than EVENT_TEXT_MAX characters, or more than EVENT_FIELD_MAX in a form or where
                the handler takes long text.
        """
        settings = get_settings()
        is_long = _is_marked(event.name)
        for value in event.payload.values():
            in_form = is_long or isinstance(value, dict)
            longest = settings.event_field_max if in_form else settings.event_text_max
            if any(len(text) > longest for text in _list_texts(value)):
                raise TooLarge(t("That text is too long."))


def _is_marked(name: str) -> bool:
    path, _, handler = name.rpartition(".")
    try:
        kind = State.get_class_substate(path)
    except ValueError:
        return False
    found = kind.event_handlers.get(handler)
    return found is not None and getattr(found.fn, _MARK, False)


def _list_texts(value: Any) -> Iterator[str]:
    """All texts in a JSON value, names of fields included."""
    rest = [value]
    while rest:
        each = rest.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            rest.extend(each.keys())
            rest.extend(each.values())
        elif isinstance(each, list):
            rest.extend(each)
