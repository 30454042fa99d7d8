"""Secret calendar feed URLs; whoever has the URL can read the bookings until it is revoked."""

from datetime import timedelta

from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.domain import accounts, ads, display_names, ics
from marketplace.domain.locks import lock_account
from marketplace.domain.rentals import booking_events, messages, queries
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, AccountStatus, CalendarFeed
from marketplace.settings import get_settings

_PAST_DAYS = 90


def open_feed(db: Session, actor: Actor) -> str:
    """Create a new feed URL for the caller and revoke the previous one.

    Returns:
        The token of the URL; only its hash is stored.

    Raises:
        NotSignedIn, Forbidden: no buyer or seller.
    """
    lock_account(db, actor.require())
    revoke_feed(db, actor)
    token = ids.new_token()
    db.add(CalendarFeed(account_id=actor.require(), token_hash=ids.hash_token(token)))
    db.flush()
    return token


def has_feed(db: Session, actor: Actor) -> bool:
    """Whether the caller has an active feed URL.

    Raises:
        NotSignedIn, Forbidden: no buyer or seller.
    """
    return bool(queries.list_feeds(db, actor.require(AccountKind.BUYER, AccountKind.SELLER)))


def revoke_feed(db: Session, actor: Actor) -> bool:
    """Revoke the caller's feed URL.

    Returns:
        Whether there was one.

    Raises:
        NotSignedIn, Forbidden: no buyer or seller.
    """
    account_id = actor.require(AccountKind.BUYER, AccountKind.SELLER)
    feeds = queries.list_feeds(db, account_id)
    for feed in feeds:
        feed.revoked_at = clock.now()
    db.flush()
    return bool(feeds)


def get_feed(db: Session, actor: Actor, token: str) -> str:
    """Return the bookings of a feed as an iCalendar file; the token is the permission.

    Raises:
        NotFound: revoked or unknown token.
    """
    del actor
    feed = queries.find_feed(db, ids.hash_token(token))
    owner = accounts.find_account(db, feed.account_id) if feed else None
    if owner is None or owner.status is not AccountStatus.ACTIVE:
        raise NotFound(t(messages.NO_FEED))
    rows = queries.list_booked(db, owner.id, clock.now() - timedelta(days=_PAST_DAYS))
    names = ads.list_names(db, {row.ad_id for row, _ in rows})
    others = {row.id: row.seller_id if row.buyer_id == owner.id else row.buyer_id for row, _ in rows}
    people = accounts.people(db, set(others.values()))
    events = [
        booking_events.make_event(
            row,
            display_names.title_case(names.get(row.ad_id, "")),
            people[others[row.id]].name,
            ends_at=booking.ends_at,
        )
        for row, booking in rows
    ]
    return ics.write(events, name=t(messages.FEED_NAME, site=get_settings().site_name))
