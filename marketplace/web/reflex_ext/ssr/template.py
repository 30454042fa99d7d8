"""Compiled templates."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from reflex.state import BaseState
from reflex_base.constants.state import FIELD_MARKER

from marketplace.web.reflex_ext.ssr.javascript import plain
from marketplace.web.reflex_ext.ssr.states import Values, has_var, value_of_var


@dataclass(frozen=True, slots=True)
class Template:
    """A component as a Python function that returns its HTML.

    Attributes:
        uses: the vars that the HTML depends on, as pairs of a State and a name.
        client_names: names that only the browser knows, and the values they have unless `render` gets others.
    """

    uses: tuple[tuple[type[BaseState], str], ...]
    client_names: Mapping[str, Any]
    _function: Callable[[list[Any], Mapping[str, Any]], list[str]] = field(repr=False)

    def render(self, values: Values | None = None, client_names: Mapping[str, Any] | None = None) -> str:
        """Return the HTML.

        Args:
            values: vars by the full name of their State. Vars that aren't given have their initial value; computed vars are
                called.
            client_names: values in the place of the template's.

        Raises:
            ValueError: a State that the template uses has no var of a given name.
        """
        values = values or {}
        self._check(values)
        return self._render(self._vars(values), client_names)

    def render_with_vars(
        self, values: Values, client_names: Mapping[str, Any] | None = None
    ) -> tuple[str, dict[str, dict[str, Any]]]:
        """Return the HTML, and the given and computed vars by their names in the browser.

        With these vars as its initial State, the browser's first render is the same as this one.
        """
        self._check(values)
        vars_ = self._vars(values)
        shown = {name: {var + FIELD_MARKER: each for var, each in found.items()} for name, found in values.items()}
        for (state, name), value in zip(self.uses, vars_, strict=True):
            if name in state.computed_vars:
                shown.setdefault(state.get_full_name(), {})[name + FIELD_MARKER] = value
        return self._render(vars_, client_names), shown

    def _vars(self, values: Values) -> list[Any]:
        return [plain(value_of_var(state, name, values)) for state, name in self.uses]

    def _render(self, vars_: list[Any], client_names: Mapping[str, Any] | None) -> str:
        return "".join(self._function(vars_, {**self.client_names, **(client_names or {})}))

    def _check(self, values: Values) -> None:
        for state in {state for state, _ in self.uses}:
            unknown = [
                name
                for name in values.get(state.get_full_name(), ())
                if not has_var(state, name) and not name.startswith("_")
            ]
            if unknown:
                raise ValueError(f"{state.get_full_name()} has no var {', '.join(unknown)}")
