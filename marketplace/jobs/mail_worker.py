"""The threads that deliver queued mail."""

from marketplace.domain import outbox
from marketplace.jobs.background import BackgroundThread
from marketplace.settings import get_settings


class MailWorker(BackgroundThread):
    """Delivers the outbox, or only its urgent mail such as one-time codes. Each mail is sent by one of all workers of all processes."""

    name = "mail-worker"
    topic = "mail"
    urgent_only = False

    @property
    def poll_s(self) -> float:
        """MAIL_POLL_S."""
        return get_settings().mail_poll_s

    def run_once(self) -> None:
        """Deliver mail until none is due."""
        while self.should_continue() and outbox.deliver_due(
            limit=10, urgent_only=self.urgent_only, should_continue=self.should_continue
        ):
            pass


class UrgentMailWorker(MailWorker):
    """Delivers urgent mail only, so that a one-time code never waits behind another mail to a slow server."""

    name = "urgent-mail-worker"
    urgent_only = True


def mail_workers() -> tuple[MailWorker, ...]:
    """Return the mail workers that a process needs."""
    return MailWorker(), UrgentMailWorker()
