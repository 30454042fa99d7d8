"""Values of State vars: those that are given, else the initial ones; computed vars are called."""

import inspect
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import reflex as rx
from reflex.state import BaseState
from reflex_base.utils.format import format_state_name
from reflex_base.vars.base import is_computed_var

Values = Mapping[str, Mapping[str, Any]]


def _all_states(state: type[BaseState]) -> Iterator[type[BaseState]]:
    yield state
    for each in state.get_substates():
        yield from _all_states(each)


def find_states() -> dict[str, type[BaseState]]:
    """Return all States by their names in JavaScript."""
    return {format_state_name(state.get_full_name()): state for state in _all_states(rx.State)}


@cache
def _initial(state: type[BaseState]) -> dict[str, Any]:
    return {name: field.default_value() for name, field in state.get_fields().items()}


class _Snapshot:
    """Stands in for a State while its computed vars run: it has the vars and the methods, and changes nothing."""

    def __init__(self, state: type[BaseState], values: Values) -> None:
        self._state = state
        self._values = values

    def __getattr__(self, name: str) -> Any:
        for state in (self._state, *_parents(self._state)):
            given = self._values.get(state.get_full_name(), {})
            if name in given:
                return given[name]
        attribute = inspect.getattr_static(self._state, name)
        if is_computed_var(attribute):
            return attribute.fget(self)  # pyright: ignore[reportArgumentType] - it has what a State has
        initial = _initial(self._state)
        if name in initial:
            return initial[name]
        return attribute.__get__(self, self._state) if hasattr(attribute, "__get__") else attribute


def _parents(state: type[BaseState]) -> Iterator[type[BaseState]]:
    parent = state.get_parent_state()
    while parent is not None:
        yield parent
        parent = parent.get_parent_state()


def has_var(state: type[BaseState], name: str) -> bool:
    """Return whether the State itself declares this var."""
    return name in state.base_vars or name in state.computed_vars


def is_async(state: type[BaseState], name: str) -> bool:
    """Return whether the var is computed by a coroutine, which can't be called while rendering."""
    return name in state.computed_vars and inspect.iscoroutinefunction(state.computed_vars[name].fget)


def value_of_var(state: type[BaseState], name: str, values: Values) -> Any:
    """Return the value of a var: the given one, the computed one, or the initial one."""
    given = values.get(state.get_full_name())
    if given is not None and name in given:
        return given[name]
    if name in state.computed_vars:
        return state.computed_vars[name].fget(_Snapshot(state, values))  # pyright: ignore[reportArgumentType] - as above
    return _initial(state)[name]
