"""Loading the code of a component when it is first shown."""

import reflex as rx
from reflex_base.components.component import NoSSRComponent


def lazy(part: rx.Component) -> rx.Component:
    """Component that loads the code of a memo when it is mounted. Put it behind a condition.

    Args:
        part: the return value of a function with `@rx.memo`.
    """
    return NoSSRComponent.create(library=part.library, tag=part.tag)
