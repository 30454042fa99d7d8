"""The threads that deliver mail: woken by every commit that promised some."""

from marketplace.background import Background
from marketplace.domain import outbox
from marketplace.settings import get_settings


class Courier(Background):
    """Delivers the outbox while it runs; any number of them, in any number of processes, send each mail once.

    Attributes:
        hurried: it delivers only what can't wait.
    """

    name = "courier"
    topic = "mail"
    hurried = False

    @property
    def poll_s(self) -> float:
        """MAIL_POLL_S."""
        return get_settings().mail_poll_s

    def do_round(self) -> None:
        """Deliver until nothing is due."""
        while self.goes_on() and outbox.deliver_due(limit=10, hurried=self.hurried, goes_on=self.goes_on):
            pass


class Runner(Courier):
    """Is free for one-time codes while the other courier hands over a mail that can wait to a server that takes its time."""

    name = "runner"
    hurried = True


def couriers() -> tuple[Courier, ...]:
    """Those that a process needs which delivers mail."""
    return Courier(), Runner()
