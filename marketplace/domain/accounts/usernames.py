"""Usernames that others could take for each other, by their letters or by their looks."""

from typing import Any

from sqlmodel import Session

from marketplace.core.errors import Conflict
from marketplace.core.text import normalise
from marketplace.domain.accounts import messages, queries
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountKind

# Some characters become many.
_LONGEST_KEY = 80


def make_columns(username: str) -> dict[str, Any]:
    """Return the columns of an account that hold its username.

    The key is equal for usernames that differ in case or form only, the skeleton for those that look alike (Unicode TR 39).
    """
    from disarm import skeleton_key  # 3 MB, and few requests name an account

    return {
        "username": username,
        "username_key": normalise("NFKC", username).casefold()[:_LONGEST_KEY],
        # The library leaves this row of Unicode's table out.
        "username_skeleton": skeleton_key(username, digit_policy="tr39").replace("m", "rn")[:_LONGEST_KEY],
    }


def check_free(db: Session, columns: dict[str, Any], kind: AccountKind, *, account: Account | None = None) -> None:
    """Check that no account of the kind but `account` has the username in the columns of `make_columns`, or one that looks like it.

    Raises:
        Conflict: there is such an account.
    """
    if "username" not in columns or (account and columns["username"] == account.username):
        return
    key, skeleton = columns["username_key"], columns["username_skeleton"]
    found = queries.list_like(db, key, skeleton, kind, besides=account.id if account else "")
    if found:
        raise Conflict(t(messages.USERNAME_TAKEN if key in found else messages.USERNAME_ALIKE))
