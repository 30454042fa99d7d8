"""The part of a conversation that a tab holds: at most two pages, however far the user pages back."""

from collections.abc import Sequence

from marketplace.domain.views import View

PAGE = 100


class MessageWindow(View):
    """The last `size` messages before a message.

    Attributes:
        before: id of that message; empty for the end of the conversation.
        came_from: `before` of the later windows, for paging forward.
    """

    before: str = ""
    size: int = PAGE
    came_from: tuple[str, ...] = ()

    def earlier(self, shown: Sequence[str]) -> "MessageWindow":
        """Return the window one page earlier, which overlaps with this one.

        Args:
            shown: ids of the messages in this window, oldest first.
        """
        if self.size == PAGE or len(shown) <= PAGE:
            return MessageWindow(before=self.before, size=2 * PAGE, came_from=self.came_from)
        return MessageWindow(before=shown[PAGE], size=2 * PAGE, came_from=(*self.came_from, self.before))

    def later(self) -> "MessageWindow":
        """Return the window one page later."""
        return (
            MessageWindow(before=self.came_from[-1], size=2 * PAGE, came_from=self.came_from[:-1])
            if self.came_from
            else NEWEST
        )


NEWEST = MessageWindow()
