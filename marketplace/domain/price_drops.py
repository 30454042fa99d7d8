"""Which falls of a price a person is told of. The wishlist and the alerts of saved searches share this rule (spec 9.6)."""

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from marketplace.models import Account, SavedSearch, SavedSearchMatch, WishlistItem

# A smaller fall is no news, and a seller who raises and lowers a price by it would write to everybody each time.
MIN_FALL_PERCENT = 2
MIN_FALL_PAISE = 10_00

_TOLD = (WishlistItem, SavedSearchMatch)


def least_price_before(price: int) -> int:
    """Return the lowest price, in paise, from which a fall to this one is told."""
    return max(price + MIN_FALL_PAISE, -(-price * 100 // (100 - MIN_FALL_PERCENT)))


def is_drop(before: int, price: int) -> bool:
    """Return whether a fall from one price to another, both in paise, is told."""
    return before >= least_price_before(price)


def awaits(ad_id: str, price: int) -> sa.ColumnElement[bool]:
    """Condition on an account that saved an ad or whose search found it: the price, in paise, is a drop for its owner.

    It is one below the lowest price that this person, in either of their accounts, was told of the ad.
    """
    person, least = aliased(Account), least_price_before(price)
    saved = sa.select(col(person.email)).join(WishlistItem, col(WishlistItem.buyer_id) == person.id)
    found = (
        sa.select(col(person.email))
        .join(SavedSearch, col(SavedSearch.account_id) == person.id)
        .join(SavedSearchMatch, col(SavedSearchMatch.search_id) == SavedSearch.id)
    )
    knowing = sa.union_all(
        *(
            statement.where(col(row.ad_id) == ad_id, col(row.lowest_told_paise) < least)
            for statement, row in zip((saved, found), _TOLD, strict=True)
        )
    )
    return col(Account.email).not_in(knowing)


def note_first(db: Session, ad_id: str, price: int) -> None:
    """Store a price, in paise, as told to all who were told none of the ad: later falls count from it."""
    for row in _TOLD:
        _store(db, row, price, col(row.ad_id) == ad_id, col(row.lowest_told_paise).is_(None))


def note_told(db: Session, ad_id: str, emails: Collection[str], price: int) -> None:
    """Store that the people with these email addresses were told a price of an ad, in paise."""
    own = sa.select(col(Account.id)).where(col(Account.email).in_(emails))
    searches = sa.select(col(SavedSearch.id)).where(col(SavedSearch.account_id).in_(own))
    _store(db, WishlistItem, price, WishlistItem.ad_id == ad_id, col(WishlistItem.buyer_id).in_(own))
    _store(db, SavedSearchMatch, price, SavedSearchMatch.ad_id == ad_id, col(SavedSearchMatch.search_id).in_(searches))


def note_heard(db: Session, account_id: str, ad_id: str, price: int) -> None:
    """Store a lower price, in paise, that a person hears of for a stronger reason, so that no list tells them of it again."""
    waiting = sa.select(col(Account.email)).where(col(Account.id) == account_id, awaits(ad_id, price))
    note_told(db, ad_id, db.execute(waiting).scalars().all(), price)


def forget(db: Session, ad_id: str) -> None:
    """Forget the told prices of an ad: those in another unit can't be compared."""
    for row in _TOLD:
        _store(db, row, None, col(row.ad_id) == ad_id)


def _store(db: Session, row: Any, price: int | None, *conditions: Any) -> None:
    db.exec(sa.update(row).where(*conditions).values(lowest_told_paise=price))
