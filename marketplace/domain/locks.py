"""The lock of an account, for creations that first look whether the same is there already."""

from sqlmodel import Session, select

from marketplace.models import Account


def lock_account(db: Session, account_id: str) -> None:
    """Lock an account until the transaction ends, so that what it sends at once is handled one after the other.

    Rows that refer to the account can still be inserted.
    """
    db.exec(select(Account.id).where(Account.id == account_id).with_for_update(key_share=True)).first()
