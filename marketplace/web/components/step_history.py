"""The open step of a form in the browser's history."""

import reflex as rx


class StepHistory(rx.Component):
    """Wrapper of `step_history.jsx`."""

    library = rx.asset("step_history.jsx", shared=True).importable_path
    tag = "StepHistory"

    step: rx.Var[int]
    on_step: rx.EventHandler[rx.event.passthrough_event_spec(int)]


def step_history(step, on_step) -> rx.Component:
    """Make the Back button of the browser go back one step of a form.

    Args:
        step: the open step, from 1.
        on_step: called with the number of the step that the browser went to.
    """
    return StepHistory.create(step=step, on_step=on_step)
