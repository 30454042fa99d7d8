"""What was looked at on this device; the browser keeps it, the server never does."""

import reflex as rx


class Recent(rx.Component):
    """The compiled memory."""

    library = rx.asset("recent.jsx", shared=True).importable_path
    tag = "Recent"

    subject: rx.Var[str]
    most: rx.Var[int]
    version: rx.Var[int]
    on_ids: rx.EventHandler[rx.event.passthrough_event_spec(list[str])]


def recent(subject, *, most: int, version, on_ids) -> rx.Component:
    """Hands over the ids of what was looked at before, and remembers the subject.

    Args:
        subject: the id of what the page shows; empty on other pages.
        most: how many are told.
        version: forgets all of them when it changes.
        on_ids: called with the ids, the last looked at first.
    """
    return Recent.create(subject=subject, most=most, version=version, on_ids=on_ids)
