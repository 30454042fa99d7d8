"""The name by which an account is known to others."""

from marketplace.models import Account


def of_account(account: Account) -> str:
    """Return the seller's shop name if there is one, else the account's name."""
    return account.shop_name or account.name
