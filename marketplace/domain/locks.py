"""The lock of an account, for functions that look for a row and create it if there is none."""

from sqlmodel import Session, select

from marketplace.models import Account


def lock_account(db: Session, account_id: str) -> None:
    """Lock an account until the transaction ends, so that its concurrent requests run one after the other.

    Rows that refer to the account can still be inserted.
    """
    db.exec(select(Account.id).where(Account.id == account_id).with_for_update(key_share=True)).first()
