"""What an administrator's safety page shows."""

from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import accounts
from marketplace.domain.views import View
from marketplace.models import AccountKind
from marketplace.web.admin import moments


class SessionLine(View):
    """A sign-in for people."""

    id: str
    device: str
    address: str
    last_seen: str
    current: bool


class Safety(View):
    """Second factor and sessions of whoever looks."""

    second_factor: bool = False
    recovery_codes: int = 0
    sessions: tuple[SessionLine, ...] = ()


def look(db: Session, actor: Actor) -> Safety:
    """The caller's own.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    own = actor.require(AccountKind.ADMIN)
    return Safety(
        second_factor=accounts.get_profile(db, actor, own).second_factor,
        recovery_codes=accounts.count_recovery_codes(db, actor),
        sessions=tuple(
            SessionLine(
                id=session.id,
                device=session.device,
                address=session.address,
                last_seen=moments.show(session.last_seen_at),
                current=session.current,
            )
            for session in accounts.list_sessions(db, actor)
        ),
    )
