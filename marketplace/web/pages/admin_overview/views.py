"""What the overview shows, made in one go."""

from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import moderation
from marketplace.domain.paging import Window
from marketplace.domain.views import View
from marketplace.web.admin import moments
from marketplace.web.admin.rows import WaitingAd, waiting_ad

_NEXT = 5


class Overview(View):
    """The numbers on top of the desk, and what comes next.

    Attributes:
        oldest: how long the ad has waited that waits longest; empty while none does.
    """

    waiting: int = 0
    oldest: str = ""
    decided_today: int = 0
    open_reports: int = 0
    next_ads: tuple[WaitingAd, ...] = ()


def look(db: Session, actor: Actor) -> Overview:
    """The desk as it is now.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    numbers = moderation.desk_numbers(db, actor)
    queue = moderation.list_queue(db, actor, window=Window(1, _NEXT))
    return Overview(
        waiting=numbers.waiting,
        oldest=moments.age(numbers.oldest_waiting_since),
        decided_today=numbers.decided_today,
        open_reports=numbers.open_reports,
        next_ads=tuple(waiting_ad(row) for row in queue.items),
    )
