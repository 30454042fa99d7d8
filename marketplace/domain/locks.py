"""The locks of accounts and ads, for functions that read before they change."""

from collections.abc import Iterable

from sqlmodel import Session, col, select

from marketplace.models import Account, Ad


def lock_ads(db: Session, ad_ids: Iterable[str]) -> None:
    """Lock ads until the transaction ends, in the order of their ids, so that two never wait for each other."""
    wanted = select(Ad).where(col(Ad.id).in_(list(ad_ids))).order_by(col(Ad.id)).with_for_update()
    db.exec(wanted.execution_options(populate_existing=True)).all()


def lock_account(db: Session, account_id: str) -> None:
    """Lock an account until the transaction ends, so that its concurrent requests run one after the other.

    Rows that refer to the account can still be inserted.
    """
    db.exec(select(Account.id).where(Account.id == account_id).with_for_update(key_share=True)).first()
