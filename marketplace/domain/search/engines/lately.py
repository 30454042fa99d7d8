"""What was noticed a while ago, as a hint: it may be forgotten at any time, and be wrong by now."""

import time


class Lately:
    """Texts that were noted within the last so many seconds; any thread may note and ask.

    Args:
        seconds: how long a text is known.
        most: of more texts all are forgotten.
    """

    def __init__(self, seconds: float, most: int) -> None:
        self._seconds, self._most = seconds, most
        self._noted: dict[str, float] = {}

    def note(self, text: str) -> None:
        """Know the text from now on."""
        if len(self._noted) >= self._most:
            self._noted.clear()
        self._noted[text] = time.monotonic()

    def knows(self, text: str) -> bool:
        """Whether the text was noted, and not too long ago."""
        noted = self._noted.get(text)
        return noted is not None and time.monotonic() - noted < self._seconds
