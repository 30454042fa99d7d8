"""Following a seller: a saved search for the seller's ads."""

from sqlmodel import Session, col, select

from marketplace.core.actor import Actor
from marketplace.domain import accounts
from marketplace.domain.accounts.schemas import PublicSeller
from marketplace.domain.saved_searches import messages, service
from marketplace.domain.saved_searches.schemas import FollowedSeller
from marketplace.domain.search import SearchQuery
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountStatus, SavedSearch


def follow(db: Session, actor: Actor, seller_id: str) -> bool:
    """Alert the caller to new ads of a seller; returns False if they follow the seller already.

    Raises:
        NotSignedIn, Forbidden: neither a buyer nor a seller.
        NotFound: no such seller, or not active.
        RuleBroken: the caller is this seller, or has the most saved searches allowed.
    """
    actor.require(*service.KINDS, message=t(messages.LOGIN_TO_FOLLOW))
    seller: PublicSeller = accounts.get_public_seller(db, actor, seller_id)
    if is_following(db, actor, seller.id):
        return False
    name = t(messages.ADS_OF, name=seller.display_name)
    service.save_search(db, actor, SearchQuery(seller_id=seller.id), name=name)
    return True


def unfollow(db: Session, actor: Actor, seller_id: str) -> None:
    """Stop alerts about a seller's ads. Does nothing if the caller doesn't follow the seller.

    Raises:
        NotSignedIn, Forbidden: neither a buyer nor a seller.
    """
    account_id = actor.require(*service.KINDS, message=t(messages.LOGIN_TO_FOLLOW))
    for row in _followed(db, account_id):
        if row.followed_id == seller_id:
            service.delete_saved_search(db, actor, row.id)


def is_following(db: Session, actor: Actor, seller_id: str) -> bool:
    """Whether the caller follows the seller; never for callers who can't follow any."""
    return service.is_search_saved(db, actor, SearchQuery(seller_id=seller_id))


def list_followed(db: Session, actor: Actor) -> list[FollowedSeller]:
    """The active sellers that the caller follows, newest first.

    Raises:
        NotSignedIn, Forbidden: neither a buyer nor a seller.
    """
    account_id = actor.require(*service.KINDS, message=t(messages.LOGIN_TO_FOLLOW))
    rows = {row.followed_id: row for row in _followed(db, account_id)}
    active = select(Account.id).where(col(Account.id).in_(rows), Account.status == AccountStatus.ACTIVE)
    sellers = accounts.people(db, db.exec(active))
    return [
        FollowedSeller(seller=sellers[seller_id], search_id=row.id, created_at=row.created_at)
        for seller_id, row in rows.items()
        if seller_id in sellers
    ]


def _followed(db: Session, account_id: str) -> list[SavedSearch]:
    own = select(SavedSearch).where(SavedSearch.account_id == account_id, col(SavedSearch.followed_id).is_not(None))
    return list(db.exec(own.order_by(col(SavedSearch.id).desc())))
