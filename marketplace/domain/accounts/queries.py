"""Queries on accounts. `is_live` defines once which accounts are visible and reachable."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, bindparam, exists
from sqlalchemy import select as select_columns
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, delete, func, or_, select, update

from marketplace.db import tags
from marketplace.db.rows import read_rows
from marketplace.domain.paging import Window, count
from marketplace.models import (
    Account,
    AccountKind,
    AccountPhoto,
    AccountSession,
    AccountStatus,
    Listing,
    OneTimeCode,
    PushSubscription,
    SavedSearch,
    SellerType,
    TradeTotal,
    Upload,
    UploadKind,
)

# Built once: every page runs it, and building a statement takes longer than running it.
_PHOTOS = (
    select(AccountPhoto)
    .where(col(AccountPhoto.account_id).in_(bindparam("ids", expanding=True)))
    .order_by(col(AccountPhoto.account_id), col(AccountPhoto.position))
)
_FIRST_PHOTOS = _PHOTOS.where(AccountPhoto.position == 0)
_live_ads = select(func.count()).select_from(Listing).where(Listing.seller_id == Account.id).scalar_subquery()
# Nobody counts as a follower of themselves, though they can save such a search.
_followers = (
    select(func.count())
    .select_from(SavedSearch)
    .where(SavedSearch.followed_id == Account.id, SavedSearch.account_id != Account.id)
    .scalar_subquery()
)
_PUBLIC_SELLER = (
    select_columns(
        *(
            col(getattr(Account, name))
            for name in ("id", "name", "username", "place", "shop_name", "seller_type", "created_at")
        ),
        _live_ads.label("live_ads"),
        _followers.label("followers"),
        *(func.coalesce(getattr(TradeTotal, name), 0).label(name) for name in ("deals", "reviews", "stars")),
        col(Upload.id).label("upload_id"),
        col(Upload.name).label("file_name"),
        col(Upload.digest),
        col(Upload.width),
        col(Upload.height),
    )
    .select_from(Account)
    .outerjoin(TradeTotal, col(TradeTotal.account_id) == Account.id)
    .outerjoin(AccountPhoto, col(AccountPhoto.account_id) == Account.id)
    .outerjoin(Upload, (col(Upload.id) == AccountPhoto.upload_id) & (col(Upload.kind) == UploadKind.IMAGE))
    .where(
        Account.id == bindparam("account_id"),
        Account.kind == AccountKind.SELLER,
        Account.status == AccountStatus.ACTIVE,
    )
    .order_by(col(AccountPhoto.position))
)


def is_live() -> ColumnElement[bool]:
    """Condition for active accounts: neither suspended nor deleted."""
    return col(Account.status) == AccountStatus.ACTIVE


class PublicSellerRow(NamedTuple):
    """An active seller with the totals of `TradeTotal` and one of the photos; its columns are None without any."""

    id: str
    name: str
    username: str
    place: str
    shop_name: str
    seller_type: SellerType
    created_at: datetime
    live_ads: int
    followers: int
    deals: int
    reviews: int
    stars: int
    upload_id: str | None
    file_name: str
    digest: str
    width: int
    height: int


class RunningSession(NamedTuple):
    """A row of `_RUNNING_SESSION`: what an actor consists of."""

    session_id: str
    last_seen_at: datetime
    account_id: str
    kind: AccountKind
    city: str
    moderates_only: bool
    totp_enabled_at: datetime | None


# Built once: every call of a signed-in account runs it.
_RUNNING_SESSION = (
    select_columns(
        col(AccountSession.id).label("session_id"),
        col(AccountSession.last_seen_at),
        col(Account.id).label("account_id"),
        col(Account.kind),
        col(Account.city),
        col(Account.moderates_only),
        col(Account.totp_enabled_at),
    )
    .join(Account, col(Account.id) == AccountSession.account_id)
    .where(
        col(AccountSession.token_hash) == bindparam("token_hash"),
        col(AccountSession.ended_at).is_(None),
        col(AccountSession.expires_at) > bindparam("now"),
        is_live(),
    )
)
_one, _other = aliased(Account), aliased(Account)
_OTHER = (
    select(_other)
    .join(Account, col(Account.email) == _other.email)
    .where(
        Account.id == bindparam("account_id"),
        _other.kind != Account.kind,
        col(_other.kind).in_((AccountKind.BUYER, AccountKind.SELLER)),
    )
)


def list_public_seller(db: Session, account_id: str) -> Sequence[PublicSellerRow]:
    """Return a row for each photo of an active seller, in order, or one without a photo. Empty without such a seller."""
    return read_rows(db, _PUBLIC_SELLER, {"account_id": account_id}).all()


def count_followers(db: Session, account_id: str) -> int:
    """Count the accounts that follow a seller."""
    follows = (SavedSearch.followed_id == account_id, SavedSearch.account_id != account_id)
    return db.exec(select(func.count()).select_from(SavedSearch).where(*follows)).one()


def find_by_email(db: Session, email: str, kind: AccountKind) -> Account | None:
    """Return the account of a kind with this email, in any status; deleted ones have no email."""
    return db.exec(select(Account).where(Account.email == email, Account.kind == kind)).one_or_none()


def find_kind(db: Session, account_id: str) -> AccountKind | None:
    """Return the kind of an account, which never changes; None if there is no such account."""
    found = db.exec(select(Account.kind).where(Account.id == account_id)).one_or_none()
    return AccountKind(found) if found else None


def find_other(db: Session, account_id: str) -> Account | None:
    """Return the account of the other kind, buyer or seller, with the same email."""
    return db.exec(_OTHER, params={"account_id": account_id}).one_or_none()


def are_same_person(one_id: Any, other_id: Any) -> ColumnElement[bool]:
    """Condition on the ids of two accounts: they are equal, or of a buyer and a seller with one email address."""
    return exists().where(col(_one.id) == one_id, col(_other.id) == other_id, col(_one.email) == col(_other.email))


def list_like(db: Session, key: str, skeleton: str, kind: AccountKind, *, besides: str = "") -> list[str]:
    """List the keys of the usernames of other accounts of the kind that are equal or look alike; at most two."""
    alike = or_(Account.username_key == key, Account.username_skeleton == skeleton)
    return list(db.exec(select(Account.username_key).where(alike, Account.kind == kind, Account.id != besides)))


def lock(db: Session, account_id: str) -> Account | None:
    """Load and lock the account until the transaction ends.

    Rows that refer to it may still be inserted: otherwise a transaction that holds an ad and mails this account would
    wait here, and deadlock if this one then waits for the ad.
    """
    return db.exec(
        select(Account)
        .where(Account.id == account_id)
        .with_for_update(key_share=True)
        .execution_options(populate_existing=True)
    ).one_or_none()


def find_session(db: Session, token_hash: str, now: datetime) -> RunningSession | None:
    """Return a running session of an active account."""
    return read_rows(db, _RUNNING_SESSION, {"token_hash": token_hash, "now": now}).one_or_none()


def list_suspended_until(db: Session, now: datetime, limit: int) -> list[str]:
    """List suspended accounts whose suspension has ended."""
    due = (Account.status == AccountStatus.SUSPENDED, col(Account.suspended_until) <= now)
    return list(db.exec(select(Account.id).where(*due).order_by(col(Account.id)).limit(limit)))


def find_suspension(db: Session, token_hash: str, now: datetime) -> tuple[str, datetime | None] | None:
    """Return why, and until when, the account is suspended whose session the suspension has ended; None for every other session."""
    ended = select(Account.suspended_reason, Account.suspended_until).join(
        AccountSession, col(AccountSession.account_id) == Account.id
    )
    by_it = (Account.status == AccountStatus.SUSPENDED, col(AccountSession.ended_at) >= col(Account.suspended_at))
    of_token = (AccountSession.token_hash == token_hash, AccountSession.expires_at > now)
    return db.exec(ended.where(*of_token, *by_it)).first()


def note_use(db: Session, session_id: str, now: datetime) -> None:
    """Store when a session was used last."""
    db.exec(update(AccountSession).where(col(AccountSession.id) == session_id).values(last_seen_at=now))


def list_sessions(db: Session, account_id: str, now: datetime) -> list[AccountSession]:
    """List running sessions of the account, the latest used first."""
    return list(
        db.exec(
            select(AccountSession)
            .where(
                AccountSession.account_id == account_id,
                col(AccountSession.ended_at).is_(None),
                AccountSession.expires_at > now,
            )
            .order_by(col(AccountSession.last_seen_at).desc(), col(AccountSession.id).desc())
        )
    )


def end_sessions(db: Session, account_id: str, now: datetime, *, only: str = "", besides: str | None = None) -> int:
    """End sessions of the account: all, only one, or all but one; returns the number that were running."""
    statement = update(AccountSession).where(
        col(AccountSession.account_id) == account_id,
        col(AccountSession.ended_at).is_(None),
        col(AccountSession.expires_at) > now,
    )
    if only:
        statement = statement.where(col(AccountSession.id) == only)
    if besides:
        statement = statement.where(col(AccountSession.id) != besides)
    ended = db.exec(statement.values(ended_at=now)).rowcount
    _delete_ended_pushes(db, account_id)
    return ended


def end_oldest_sessions(db: Session, account_id: str, now: datetime, *, keep: int) -> int:
    """End the account's running sessions except the `keep` newest; returns their number."""
    running = (
        col(AccountSession.account_id) == account_id,
        col(AccountSession.ended_at).is_(None),
        col(AccountSession.expires_at) > now,
    )
    newest = select(AccountSession.id).where(*running).order_by(col(AccountSession.id).desc()).limit(keep)
    oldest = col(AccountSession.id).not_in(newest)
    statement = update(AccountSession).where(*running, oldest).values(ended_at=now)
    ended = db.exec(statement.execution_options(synchronize_session=False)).rowcount
    _delete_ended_pushes(db, account_id)
    return ended


def _delete_ended_pushes(db: Session, account_id: str) -> None:
    """Delete the account's push subscriptions whose sessions have ended."""
    ended = select(AccountSession.id).where(
        AccountSession.account_id == account_id, col(AccountSession.ended_at).is_not(None)
    )
    own = col(PushSubscription.account_id) == account_id
    statement = delete(PushSubscription).where(own, col(PushSubscription.session_id).in_(ended))
    db.exec(statement.execution_options(synchronize_session=False))


def knows_device(db: Session, account_id: str, device_hash: str) -> bool | None:
    """Whether the account signed in from the device before; None if it never signed in."""
    hashes = select(AccountSession.device_hash).where(AccountSession.account_id == account_id)
    if db.exec(hashes.where(AccountSession.device_hash == device_hash).limit(1)).first() is not None:
        return True
    return None if db.exec(hashes.limit(1)).first() is None else False


def list_photo_ids(db: Session, account_ids: Iterable[str], *, first_only: bool = False) -> dict[str, list[str]]:
    """Return upload ids of the accounts' photos, in order."""
    wanted = list(account_ids)
    found: dict[str, list[str]] = {}
    if not wanted:
        return found
    for row in db.exec(_FIRST_PHOTOS if first_only else _PHOTOS, params={"ids": wanted}):
        found.setdefault(row.account_id, []).append(row.upload_id)
    return found


def replace_photos(db: Session, account_id: str, upload_ids: list[str]) -> None:
    """Replace the account's photos, the main one first."""
    tags.note_rows(db.connection(), "account_photos", [{"account_id": account_id}])
    own = delete(AccountPhoto).where(col(AccountPhoto.account_id) == account_id)
    db.exec(own, execution_options=tags.ROWS_NOTED)
    db.add_all(AccountPhoto(account_id=account_id, position=n, upload_id=u) for n, u in enumerate(upload_ids))
    db.flush()


def is_named(part: str) -> ColumnElement[bool]:
    """Condition on an account: its username, name or shop name has the part, in whatever case; for other domains too."""
    return or_(
        col(Account.username_key).contains(part.casefold(), autoescape=True),
        col(Account.name).icontains(part, autoescape=True),
        col(Account.shop_name).icontains(part, autoescape=True),
    )


def list_accounts(
    db: Session,
    window: Window,
    *,
    kind: AccountKind | None = None,
    status: AccountStatus | None = None,
    q: str = "",
    after: str = "",
    besides: str = "",
) -> tuple[list[Account], int]:
    """List accounts newest first, with `q` in name, shop name or username and not of the email `besides`, and their number
    before `after`.
    """
    wanted: list[ColumnElement[bool]] = []
    if kind:
        wanted.append(col(Account.kind) == kind)
    if status:
        wanted.append(col(Account.status) == status)
    if q:
        wanted.append(is_named(q))
    if besides:
        wanted.append(col(Account.email) != besides)
    total = count(db, select(Account.id).where(*wanted))
    if after:
        wanted.append(col(Account.id) < after)
    rows = db.exec(
        select(Account).where(*wanted).order_by(col(Account.id).desc()).offset(window.offset).limit(window.limit)
    )
    return list(rows), total


def delete_stale(db: Session, *, codes_before: datetime, sessions_before: datetime) -> int:
    """Delete codes and sessions that expired before the moments; returns their number."""
    codes = db.exec(delete(OneTimeCode).where(col(OneTimeCode.expires_at) < codes_before)).rowcount
    expired = col(AccountSession.expires_at) < sessions_before
    of_expired = col(PushSubscription.session_id).in_(select(AccountSession.id).where(expired))
    db.exec(delete(PushSubscription).where(of_expired).execution_options(synchronize_session=False))
    return codes + db.exec(delete(AccountSession).where(expired)).rowcount


def lock_staff(db: Session) -> list[Account]:
    """Load and lock all moderators and administrators that are not deleted until the transaction ends."""
    staff = (Account.kind == AccountKind.ADMIN, Account.status != AccountStatus.DELETED)
    statement = select(Account).where(*staff).order_by(col(Account.id)).with_for_update(key_share=True)
    return list(db.exec(statement.execution_options(populate_existing=True)))


def lock_unused(db: Session, before: datetime, limit: int) -> list[Account]:
    """Load and lock active buyers and sellers without a notice that nobody has used since a moment."""
    unused = (
        is_live(),
        Account.kind != AccountKind.ADMIN,
        col(Account.dormant_notice_at).is_(None),
        Account.created_at < before,
        ~_sessions_since(before),
    )
    statement = select(Account).where(*unused).order_by(col(Account.id)).limit(limit)
    return list(db.exec(statement.with_for_update(key_share=True)))


def lock_noticed(db: Session, before: datetime, limit: int) -> list[Account]:
    """Load and lock active accounts whose notice was sent before a moment."""
    noticed = (is_live(), col(Account.dormant_notice_at) <= before)
    statement = select(Account).where(*noticed).order_by(col(Account.id)).limit(limit)
    return list(db.exec(statement.with_for_update(key_share=True)))


def was_used_since(db: Session, account_id: str, since: datetime) -> bool:
    """Whether a session of the account was used since a moment."""
    return db.exec(select(Account.id).where(Account.id == account_id, _sessions_since(since))).first() is not None


def _sessions_since(since: datetime) -> ColumnElement[bool]:
    used = select(AccountSession.id).where(
        col(AccountSession.account_id) == col(Account.id), col(AccountSession.last_seen_at) >= since
    )
    return used.correlate(Account).exists()
