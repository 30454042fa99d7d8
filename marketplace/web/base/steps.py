"""Base of the States of forms in steps."""

from typing import ClassVar

import reflex as rx


class StepsMixin(rx.State, mixin=True):
    """Mixin of a form in steps.

    Attributes:
        step: the open step, from 1.
        moved: whether the user has just come to the step, so that its heading gets the focus.
        LAST_STEP: number of the last step.
    """

    LAST_STEP: ClassVar[int] = 1

    step: int = 1
    moved: bool = False

    @rx.event
    def go_to(self, step: int) -> None:
        """Open a step."""
        self._open_step(step)

    def _open_step(self, step: int) -> None:
        step = min(max(int(step), 1), self.LAST_STEP)
        # At the open one, the focus stays: the user may be typing again when the answer comes.
        if step != self.step:
            self.step, self.moved = step, True

    def _restart(self) -> None:
        self.step, self.moved = 1, False

    def _reveal(self, step: int) -> None:
        """Open the step that holds the first error, which gets the focus."""
        self.step, self.moved = step, False
