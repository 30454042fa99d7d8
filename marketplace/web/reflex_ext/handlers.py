"""Lookups of event handlers, of the arguments that each of them takes, and of the size of its events.

Written for Reflex 0.10.1. Its `RegistrationContext` maps full event names to handlers but has no public function for it,
and it has no size limit for the events of a single handler. It calls a handler with whatever arguments an event brings.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeGuard, TypeVar

from pydantic import StrictBool, StrictStr, TypeAdapter, ValidationError
from reflex.constants.state import FIELD_MARKER
from reflex.event import EventHandler
from reflex.state import State
from reflex_base.registry import RegistrationContext
from reflex_base.utils.form import form_data_as_dict

from marketplace.core.sanitize import sanitize
from marketplace.settings import get_settings

Handler = TypeVar("Handler", bound=Callable)
_MARK = "_max_event_bytes"
_ANY_SETTER = ".setvar"
# The parameter of Reflex's own handlers that restore variables from the browser's storage.
_STORED = "vars"


def allow_event_bytes(size: int) -> Callable[[Handler], Handler]:
    """Let a handler take Socket.IO packets larger than the setting EVENT_MAX_BYTES, up to `size`. Goes below `@rx.event`."""

    def mark(handler: Handler) -> Handler:
        setattr(handler, _MARK, size)
        return handler

    return mark


def is_handler(name: object) -> TypeGuard[str]:
    """Return whether an event handler of this full name exists, except Reflex's setter of any variable, which no page uses."""
    if not isinstance(name, str) or name.endswith(_ANY_SETTER):
        return False
    return name in RegistrationContext.get().event_handlers


def read_arguments(name: str, payload: dict[str, Any]) -> dict[str, Any] | None:
    """Return the arguments as the handler declares them; None if it has no parameters of these names and types.

    Texts have no lone surrogates, which no later message of the socket could contain. A form has texts only: a checked box is "on",
    and an unchecked one is missing, as in the browser's own forms.

    Raises:
        KeyError: no such handler.
    """
    parameters = _parameters(RegistrationContext.get().event_handlers[name].handler)
    required = {key for key, parameter in parameters.items() if parameter.is_required}
    if not required <= payload.keys() <= parameters.keys():
        return None
    arguments = sanitize(payload)
    try:
        for key, value in payload.items():
            parameters[key].type.validate_python(form_data_as_dict(value))
    except (ValidationError, TypeError, ValueError):
        # `form_data_as_dict` fails on entries that are no pairs.
        return None
    if not all(_is_stored_in_browser(key, value) for key, value in (payload.get(_STORED) or {}).items()):
        return None
    return {key: _form(value) if parameters[key].is_form else value for key, value in arguments.items()}


def _form(sent: dict[str, Any]) -> dict[str, str]:
    values = {name: "on" if value is True else value for name, value in form_data_as_dict(sent).items()}
    return {name: value for name, value in values.items() if isinstance(value, str)}


def _is_stored_in_browser(name: str, value: object) -> bool:
    """Return whether a text may be the value of a variable that the browser stores, by its full name."""
    path, _, variable = name.rpartition(".")
    try:
        kind = State.get_class_substate(path)
    except ValueError:
        return False
    return kind._is_client_storage(variable.removesuffix(FIELD_MARKER)) and isinstance(value, str)


@dataclass(frozen=True)
class _Parameter:
    type: TypeAdapter[Any]
    is_required: bool
    is_form: bool


@cache
def _parameters(handler: EventHandler) -> dict[str, _Parameter]:
    hints = handler._get_type_hints()
    _state, *parameters = inspect.signature(handler.fn).parameters.values()
    return {each.name: _parameter(each, hints.get(each.name, Any)) for each in parameters}


def _parameter(parameter: inspect.Parameter, hint: Any) -> _Parameter:
    is_form = hint == dict[str, str]
    # Reflex sends its checkboxes as booleans, and controls that are not shown as null.
    sent = dict[str, StrictStr | StrictBool | None] if is_form else hint
    return _Parameter(TypeAdapter(sent), parameter.default is parameter.empty, is_form)


def max_event_bytes(name: str) -> int:
    """Return the maximum size of the handler's packets in bytes.

    Raises:
        KeyError: no such handler.
    """
    handler = RegistrationContext.get().event_handlers[name].handler
    return max(getattr(handler.fn, _MARK, 0), get_settings().event_max_bytes)


def max_packet_bytes() -> int:
    """Return the maximum size of a packet for any handler in bytes."""
    return max(map(max_event_bytes, RegistrationContext.get().event_handlers), default=get_settings().event_max_bytes)
