"""Counts what a person does on a phone: taps and typed letters."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page


@dataclass
class Hand:
    """A person with a phone.

    A tap is a press of a control, of a field to type in (unless the cursor is there already), or of the keyboard's Go. A native select
    takes two, to open it and to choose; a date field three, to open it, choose and confirm; photos one to open the picker, one
    each, and one to confirm. Scrolling and reading are not counted.
    """

    page: Page
    taps: int = 0
    letters: int = 0

    def tap(self, control: Locator) -> None:
        """Press a control."""
        control.click()
        self.taps += 1

    def tick(self, control: Locator) -> None:
        """Press a radio button or checkbox that is drawn by its label."""
        control.evaluate("node => node.scrollIntoView({ block: 'center' })")
        control.check(force=True)
        self.taps += 1

    def type(self, field: Locator, text: str) -> None:
        """Type into a field, after what is in it."""
        if not field.evaluate("node => node === document.activeElement"):
            field.click()
            self.taps += 1
        field.press_sequentially(text)
        self.letters += len(text)

    def go(self) -> None:
        """Press the keyboard's Go."""
        self.page.keyboard.press("Enter")
        self.taps += 1

    def choose(self, field: Locator, label: str) -> None:
        """Choose from a native select."""
        field.select_option(label=label)
        self.taps += 2

    def pick(self, field: Locator, value: str) -> None:
        """Choose a date, or a date and time."""
        field.fill(value)
        self.taps += 3

    def add_photos(self, field: Locator, photos: Sequence[Path]) -> None:
        """Choose photos from the gallery of the phone."""
        field.set_input_files(list(photos))
        self.taps += len(photos) + 2

    def back(self) -> None:
        """Go back."""
        self.page.go_back()
        self.taps += 1
