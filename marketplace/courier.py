"""The thread that delivers mail: woken by every commit that promised some."""

from marketplace.background import Background
from marketplace.domain import outbox
from marketplace.settings import get_settings


class Courier(Background):
    """Delivers the outbox while it runs; any number of them, in any number of processes, send each mail once."""

    name = "courier"
    topic = "mail"

    @property
    def poll_s(self) -> float:
        """MAIL_POLL_S."""
        return get_settings().mail_poll_s

    def do_round(self) -> None:
        """Deliver until nothing is due."""
        while self.goes_on() and outbox.deliver_due(limit=10, goes_on=self.goes_on):
            pass
