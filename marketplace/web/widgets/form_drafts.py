"""Keeps what is typed into forms over a reload."""

import reflex as rx

from marketplace.web.widgets.submit_guard import SubmitState


class FormDrafts(rx.Component):
    """Wrapper of `form_drafts.jsx`, a listener for all forms of the page; the layout contains it once."""

    library = rx.asset("form_drafts.jsx", shared=True).importable_path
    tag = "FormDrafts"

    answered: rx.Var[int]


def form_drafts() -> rx.Component:
    """Keep what is typed into forms in the tab until they are stored. Secrets and files are not kept."""
    return FormDrafts.create(answered=SubmitState.answered)


def stored_form() -> dict[str, str]:
    """Return the attributes of a form that keeps what is typed into it by itself; a new dict for each component."""
    return {"data-stored": "true"}
