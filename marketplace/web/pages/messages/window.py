"""Which part of a long conversation a tab holds: never more than a few pages, however far one pages back."""

from collections.abc import Sequence

from marketplace.domain.views import View

PAGE = 100


class Window(View):
    """The last `size` messages before one.

    Attributes:
        before: a message id; empty at the end of the conversation.
        trail: where one came from, to page forward again.
    """

    before: str = ""
    size: int = PAGE
    trail: tuple[str, ...] = ()

    def earlier(self, shown: Sequence[str]) -> "Window":
        """A page further back, with what is read now still in it.

        Args:
            shown: ids of the messages in this window, oldest first.
        """
        if self.size == PAGE or len(shown) <= PAGE:
            return Window(before=self.before, size=2 * PAGE, trail=self.trail)
        return Window(before=shown[PAGE], size=2 * PAGE, trail=(*self.trail, self.before))

    def later(self) -> "Window":
        """The window from which one paged back."""
        return Window(before=self.trail[-1], size=2 * PAGE, trail=self.trail[:-1]) if self.trail else NEWEST


NEWEST = Window()
