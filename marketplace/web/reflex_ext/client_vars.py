"""Names of State vars in the browser. Written for Reflex 0.10.1."""

import reflex as rx
from reflex_base.constants.state import FIELD_MARKER


def find_place(state: type[rx.State], var: str) -> list[str]:
    """Return the names by which `DispatchContext` and an update of the State know the var, for a script that shows a value at once."""
    return [state.get_full_name(), var + FIELD_MARKER]
