"""The lines of the compiled function."""

from collections.abc import Iterator
from contextlib import contextmanager

from marketplace.web.reflex_ext.ssr.code import Code

# Between two texts React puts this, so that the browser keeps them apart.
BETWEEN_TEXTS = "<!-- -->"


class Output:
    """Collects lines; HTML that is known is joined.

    Attributes:
        after_text: whether the HTML so far may end in a text.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.after_text = False
        self._waiting: list[str | Code] = []
        self._depth = 1

    def write(self, *parts: str | Code) -> None:
        """Add HTML that is known, or code whose value is HTML."""
        for part in parts:
            if isinstance(part, str) and self._waiting and isinstance(self._waiting[-1], str):
                self._waiting[-1] += part
            elif part != "":
                self._waiting.append(part)

    def flush(self) -> None:
        """Write the line for the HTML that was added."""
        if self._waiting:
            parts = [repr(part) if isinstance(part, str) else part.source for part in self._waiting]
            self.line(f"write(({', '.join(parts)},))")
            self._waiting = []

    def line(self, line: str) -> None:
        """Add a line of code, after `flush`."""
        self.lines.append("    " * self._depth + line)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Indent the lines that are added within."""
        self.flush()
        self.line(head)
        self._depth += 1
        # A block may turn out to be empty.
        length = len(self.lines)
        yield
        self.flush()
        if len(self.lines) == length:
            self.line("pass")
        self._depth -= 1

    def text(self, written: str | Code) -> None:
        """Add a text, with what keeps it apart from a text before it."""
        if written == "":
            return
        if self.after_text:
            self.write(BETWEEN_TEXTS)
        self.write(written)
        self.after_text = True
