"""History of the ads viewed in this browser. The server does not store it."""

import reflex as rx


class ViewHistory(rx.Component):
    """Wrapper of `view_history.jsx`: passes the stored ids to `on_ids`, and stores the subject.

    Attributes:
        subject: id of the ad that the page shows; empty on other pages.
        most: maximum number of ids.
        version: a new value deletes the history.
        on_ids: called with the ids, latest first.
    """

    library = rx.asset("view_history.jsx", shared=True).importable_path
    tag = "ViewHistory"

    subject: rx.Var[str]
    most: rx.Var[int]
    version: rx.Var[int]
    on_ids: rx.EventHandler[rx.event.passthrough_event_spec(list[str])]


view_history = ViewHistory.create
