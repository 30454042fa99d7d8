"""The data of the admin overview, loaded in one query call."""

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import moderation
from marketplace.domain.paging import Window
from marketplace.domain.views import View
from marketplace.web.admin import times
from marketplace.web.admin.ad_cells import WaitingAd, waiting_ad

_NEXT = 5


class AdminOverview(View):
    """The metrics and the next ads.

    Attributes:
            oldest: waiting time of the ad that waits longest; empty if none waits.
    """

    waiting: int = 0
    oldest: str = ""
    decided_today: int = 0
    open_reports: int = 0
    next_ads: tuple[WaitingAd, ...] = ()


def load_overview(db: Session, actor: Actor) -> AdminOverview:
    """Load the overview.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    numbers = moderation.get_queue_numbers(db, actor)
    queue = moderation.list_queue(db, actor, window=Window(1, _NEXT))
    return AdminOverview(
        waiting=numbers.waiting,
        oldest=times.format_age(numbers.oldest_waiting_since),
        decided_today=numbers.decided_today,
        open_reports=numbers.open_reports,
        next_ads=tuple(waiting_ad(row) for row in queue.items),
    )
