"""Profiles: the owner's, a seller's public one, and contacts."""

from collections.abc import Iterable

from sqlmodel import Session, col, select

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.core.text import clean_line
from marketplace.db import tags
from marketplace.domain import display_names, media, ratings
from marketplace.domain.accounts import codes, messages, queries
from marketplace.domain.accounts.schemas import Contact, OwnAccount, Person, PublicSeller
from marketplace.domain.paging import EVERYTHING, Page, Window, make_page
from marketplace.domain.views import Photo
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountKind, AccountStatus
from marketplace.settings import get_settings


def find_account(db: Session, account_id: str) -> Account | None:
    """Load the account's row in any status; for other domains, not for transports."""
    return db.get(Account, account_id)


def get_account(db: Session, account_id: str) -> Account:
    """Like `find_account`.

    Raises:
        NotFound: no such account.
    """
    account = find_account(db, account_id)
    if account is None:
        raise NotFound(t(messages.NO_ACCOUNT))
    return account


def make_own(db: Session, account: Account) -> OwnAccount:
    """Build the account's view for its owner."""
    return OwnAccount.model_validate(
        {name: getattr(account, name) for name in OwnAccount.model_fields if hasattr(account, name)}
        | {
            "images": _photos(db, [account.id]).get(account.id, ()),
            "second_factor": account.totp_enabled_at is not None,
            "pending_email": codes.find_pending_email(db, account.id),
            "followers": queries.count_followers(db, account.id) if account.kind is AccountKind.SELLER else None,
        }
    )


def make_for(db: Session, actor: Actor, account: Account) -> OwnAccount:
    """Like `make_own`, for the owner or an admin, who does not see the UPI address."""
    own = make_own(db, account)
    return own if actor.owns(account.id) else own.model_copy(update={"upi": ""})


def _photos(db: Session, account_ids: Iterable[str], *, first_only: bool = False) -> dict[str, tuple[Photo, ...]]:
    listed = queries.list_photo_ids(db, account_ids, first_only=first_only)
    wanted = [upload_id for ids_ in listed.values() for upload_id in ids_]
    found = media.photos_of(db, wanted) if wanted else {}
    return {
        account_id: tuple(found[upload_id] for upload_id in ids_ if upload_id in found)
        for account_id, ids_ in listed.items()
    }


def get_profile(db: Session, actor: Actor, account_id: str, *, kind: AccountKind | None = None) -> OwnAccount:
    """Return an account for its owner or an admin.

    Raises:
        NotSignedIn, Forbidden: somebody else.
        NotFound: no such account (of the kind).
    """
    return make_for(db, actor, get_editable(db, actor, account_id, kind))


def check_may_edit(actor: Actor, account_id: str) -> None:
    """Check that the caller may change all of an account.

    Raises:
        NotSignedIn, Forbidden: neither its owner nor an administrator; moderators may only read it.
    """
    actor.require_self(account_id)
    if not actor.owns(account_id):
        actor.require_admin()


def get_editable(
    db: Session, actor: Actor, account_id: str, kind: AccountKind | None, *, lock: bool = False
) -> Account:
    """Load the account's row if the caller may change all of it.

    Raises:
        NotSignedIn, Forbidden, NotFound: as for `get_profile`; with `lock`, moderators are refused as well.
    """
    if lock:
        check_may_edit(actor, account_id)
    else:
        actor.require_self(account_id)
    account = queries.lock(db, account_id) if lock else find_account(db, account_id)
    if account is None or account.status is AccountStatus.DELETED or (kind and account.kind is not kind):
        raise NotFound(t(messages.NO_SELLER if kind is AccountKind.SELLER else messages.NO_USER))
    return account


def get_public_seller(db: Session, actor: Actor, seller_id: str) -> PublicSeller:
    """Return a seller's public profile. Few followers are counted for the seller only: one of them could be guessed.

    Raises:
        NotFound: no such seller, or not active.
    """
    with tags.about(seller=seller_id):
        rows = queries.list_public_seller(db, seller_id)
    if not rows:
        raise NotFound(t(messages.NO_SELLER))
    seller = rows[0]
    are_shown = actor.owns(seller_id) or seller.followers >= get_settings().followers_shown_from
    return PublicSeller.of(
        seller,
        display_name=display_names.of_names(seller.shop_name, seller.name),
        images=tuple(
            media.make_photo(row.digest, row.width, row.height, row.upload_id, row.file_name)
            for row in rows
            if row.upload_id
        ),
        followers=seller.followers if are_shown else None,
        trade=ratings.make_summary(deals=seller.deals, reviews=seller.reviews, stars=seller.stars),
    )


def count_followers(db: Session, actor: Actor) -> int:
    """Count the accounts that follow the caller.

    Raises:
        NotSignedIn, Forbidden: not a seller.
    """
    return queries.count_followers(db, actor.require(AccountKind.SELLER))


def list_contacts(
    db: Session, actor: Actor, *, kind: AccountKind, q: str = "", after: str = "", window: Window = EVERYTHING
) -> Page[Contact]:
    """List the accounts a buyer or seller may write to, newest first, behind the id `after`, which need not be among them.

    Raises:
        NotSignedIn, Forbidden: buyers list sellers, sellers list buyers, admins both.
        Invalid: `after` is no id.
    """
    other = AccountKind.BUYER if kind is AccountKind.SELLER else AccountKind.SELLER
    actor.require(other, AccountKind.ADMIN)
    if after and not ids.is_id(after):
        raise Invalid(t(messages.AFTER_WHOM), "after")
    own = db.get(Account, actor.account_id)
    rows, total = queries.list_accounts(
        db,
        window,
        kind=kind,
        status=AccountStatus.ACTIVE,
        q=clean_line(q),
        after=after,
        besides=own.email if own and not actor.is_staff else "",
    )
    photos = _photos(db, [row.id for row in rows], first_only=True)
    items = tuple(
        Contact(
            id=row.id,
            name=display_names.of_account(row),
            username=row.username,
            images=photos.get(row.id, ()),
        )
        for row in rows
    )
    return make_page(items, total, window)


def people(db: Session, account_ids: Iterable[str]) -> dict[str, Person]:
    """Return names and photos of accounts by id; for other domains."""
    wanted = sorted(set(account_ids))
    rows = db.exec(select(Account).where(col(Account.id).in_(wanted))).all() if wanted else []
    photos = _photos(db, wanted, first_only=True)
    return {
        row.id: Person(
            id=row.id,
            name=t(messages.DELETED_NAME) if row.status is AccountStatus.DELETED else display_names.of_account(row),
            username="" if row.status is AccountStatus.DELETED else row.username,
            kind=row.kind,
            photo=next(iter(photos.get(row.id, ())), None),
        )
        for row in rows
    }
