"""Many decisions in one go, each for itself."""

from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import ads
from marketplace.domain.moderation.schemas import Outcome
from marketplace.errors import MarketplaceError
from marketplace.models import AccountKind


def approve_many(db: Session, actor: Actor, choices: list[tuple[str, int | None]]) -> list[Outcome]:
    """Approve several ads; one that can't be approved does not hold up the others.

    Args:
        choices: ids of ads, each with the number of the version the admin saw (None: whichever waits).

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require(AccountKind.ADMIN)
    return [_approve(db, actor, ad_id, version) for ad_id, version in choices]


def _approve(db: Session, actor: Actor, ad_id: str, version: int | None) -> Outcome:
    try:
        with db.begin_nested():
            ads.approve(db, actor, ad_id, version=version)
    except MarketplaceError as error:
        return Outcome(ad_id=ad_id, approved=False, message=error.message)
    return Outcome(ad_id=ad_id, approved=True)
