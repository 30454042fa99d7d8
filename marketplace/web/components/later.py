"""Parts of the page whose code is fetched only when they are first shown."""

import reflex as rx
from reflex_base.components.component import NoSSRComponent


def later(part: rx.Component) -> rx.Component:
    """A memo (`@rx.memo`) in a file of its own, loaded when it is mounted; keep it behind a condition.

    Args:
        part: what the memo's function returned.
    """
    return NoSSRComponent.create(library=part.library, tag=part.tag)
