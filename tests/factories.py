"""Functions that create rows for tests. Pass the values that matter; the others have defaults.

Each flushes and commits, so that the code under test sees the row.
"""

from datetime import datetime, timedelta
from itertools import count
from typing import Any

from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.domain.accounts.usernames import make_columns
from marketplace.models import (
    Account,
    AccountKind,
    AccountSession,
    Ad,
    AdStatus,
    AdType,
    AdVersion,
    Category,
    Enquiry,
    FieldDefinition,
    InputType,
    Review,
    Subcategory,
    Upload,
)

_number = count(1)
# Values of an ad itself, and not of its version.
_OF_AD = ("featured", "first_approved_at", "sold_at", "expires_at")


def save(db: Session, *rows: Any) -> None:
    """Add and commit."""
    for row in rows:
        db.add(row)
        db.flush()
    db.commit()


def account(db: Session, kind: AccountKind = AccountKind.BUYER, **values: Any) -> Account:
    """An account; its password hash matches nothing (tests of passwords set their own)."""
    n = next(_number)
    username = values.pop("username", f"{kind.value}{n}")
    made = Account(
        kind=kind,
        email=values.pop("email", f"{kind.value}{n}@example.org"),
        **make_columns(username),
        password_hash=values.pop("password_hash", "!"),
        name=values.pop("name", f"Person {n}"),
        phone=values.pop("phone", f"98{n:08d}"),
        **values,
    )
    save(db, made)
    return made


def buyer(db: Session, **values: Any) -> Account:
    """A buyer's account (`user` on the wire)."""
    return account(db, AccountKind.BUYER, **values)


def seller(db: Session, **values: Any) -> Account:
    """A seller's account, which shows its phone number."""
    return account(db, AccountKind.SELLER, **{"takes_calls": True, **values})


def admin(db: Session, **values: Any) -> Account:
    """An administrator's account."""
    return account(db, AccountKind.ADMIN, **values)


def moderator(db: Session, **values: Any) -> Account:
    """A moderator's account."""
    return account(db, AccountKind.ADMIN, moderates_only=True, **values)


def actor(account: Account, **values: Any) -> Actor:
    """The account as a caller of domain functions."""
    return Actor(account_id=account.id, kind=account.kind, moderates_only=account.moderates_only, **values)


def bearer(db: Session, account: Account, **values: Any) -> dict[str, str]:
    """Headers of an API call signed in as the account."""
    token = ids.new_token()
    save(
        db,
        AccountSession(
            account_id=account.id,
            token_hash=ids.hash_token(token),
            expires_at=values.pop("expires_at", clock.now() + timedelta(hours=12)),
            **values,
        ),
    )
    return {"Authorization": f"Bearer {token}"}


def category(db: Session, name: str = "", **values: Any) -> Category:
    """A category."""
    n = next(_number)
    made = Category(name=name or f"Category {n}", position=values.pop("position", n), **values)
    save(db, made)
    return made


def subcategory(db: Session, category: Category, name: str = "", **values: Any) -> Subcategory:
    """A subcategory."""
    n = next(_number)
    made = Subcategory(category_id=category.id, name=name or f"Subcategory {n}", position=n, **values)
    save(db, made)
    return made


def field(db: Session, subcategory: Subcategory, label: str, input_type: InputType, **values: Any) -> FieldDefinition:
    """A dynamic field."""
    made = FieldDefinition(
        subcategory_id=subcategory.id, label=label, input_type=input_type, position=next(_number), **values
    )
    save(db, made)
    return made


def ad(db: Session, seller: Account, category: Category, *, status: AdStatus = AdStatus.APPROVED, **values: Any) -> Ad:
    """An ad with one version, in lists when it is approved; `values` go into the version."""
    from marketplace.domain import listings, price_units

    now = clock.now()
    live = status in (AdStatus.APPROVED, AdStatus.PAUSED, AdStatus.SOLD, AdStatus.EXPIRED)
    own = {key: values.pop(key) for key in _OF_AD if key in values}
    made = Ad(seller_id=seller.id, status=status, versions=1, **own)
    if live:
        made.first_approved_at = made.first_approved_at or now
        made.approved_at = made.first_approved_at
    if status is AdStatus.APPROVED:
        made.quiet_since = made.first_approved_at
    if status is AdStatus.SOLD and made.sold_at is None:
        made.sold_at = now
    if status is AdStatus.PENDING:
        made.review_waiting_since = now
    n = next(_number)
    ad_type = values.pop("ad_type", AdType.SELL)
    unit = values.pop("price_unit", price_units.default_unit(ad_type, category.rental_price_unit))
    version = AdVersion(
        ad_id=made.id,
        number=1,
        name=values.pop("name", f"Thing {n}"),
        ad_type=ad_type,
        price_unit=unit,
        category_id=category.id,
        review={AdStatus.PENDING: Review.WAITING, AdStatus.REJECTED: Review.REJECTED}.get(status, Review.APPROVED),
        **values,
    )
    made.submitted_version_id = version.id
    made.live_version_id = version.id if live else None
    save(db, made, version)
    listings.refresh(db, made.id)
    db.commit()
    return made


def upload(db: Session, owner: Account, **values: Any) -> Upload:
    """The row of an uploaded photo; no bytes are stored."""
    made = Upload(
        owner_id=owner.id,
        name=values.pop("name", "photo.jpg"),
        digest=values.pop("digest", f"{next(_number):064x}"),
        media_type=values.pop("media_type", "image/webp"),
        width=values.pop("width", 1600),
        height=values.pop("height", 1200),
        byte_size=values.pop("byte_size", 1000),
        **values,
    )
    save(db, made)
    return made


def enquiry(db: Session, ad: Ad, buyer: Account, pickup: datetime, drop: datetime, **values: Any) -> Enquiry:
    """A waiting enquiry."""
    made = Enquiry(ad_id=ad.id, buyer_id=buyer.id, seller_id=ad.seller_id, pickup_at=pickup, drop_at=drop, **values)
    save(db, made)
    return made
