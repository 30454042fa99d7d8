"""Names that others could take for another's, or for the site's own, by their letters or by their looks."""

from functools import lru_cache
from typing import Any

from sqlmodel import Session

from marketplace.core.errors import Conflict
from marketplace.core.text import make_name_key, normalise
from marketplace.domain.accounts import messages, queries
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountKind
from marketplace.settings import get_settings

# Some characters become many.
_LONGEST_KEY = 80
# As people call those who run a site; its own name may stand before or after them.
_RESERVED = (
    "admin", "admins", "administrator", "admin team", "moderator", "moderators", "moderation", "mod", "mods", "staff", "team",
    "official", "support", "support team", "customer support", "customer care", "help", "helpdesk", "help team", "helpline",
    "grievance", "grievances", "grievance officer", "security", "trust and safety", "system", "root", "webmaster", "postmaster", "noreply",
)  # fmt: skip


def make_columns(username: str) -> dict[str, Any]:
    """Return the columns of an account that hold its username.

    The key is equal for usernames that differ in case or form only, the skeleton for those that look alike (Unicode TR 39).
    """
    return {
        "username": username,
        "username_key": make_name_key(username, _LONGEST_KEY),
        "username_skeleton": _make_skeleton(username)[:_LONGEST_KEY],
    }


def _make_skeleton(name: str) -> str:
    from disarm import skeleton_key  # 3 MB, and few requests name an account

    # The library leaves this row of Unicode's table out.
    return skeleton_key(name, digit_policy="tr39").replace("m", "rn")


def list_reserved(columns: dict[str, Any], account: Account | None = None) -> list[str]:
    """Return the columns of a username, name or shop name that people read as one of the site. Staff, and accounts that have such a
    name already, may have it.
    """
    if account and account.kind is AccountKind.ADMIN:
        return []
    return [
        name
        for name in ("username", "name", "shop_name")
        if (typed := columns.get(name)) and typed != getattr(account, name, "") and _is_reserved(typed)
    ]


def _is_reserved(name: str) -> bool:
    sites, reserved = _find_reserved(get_settings().site_name)
    key = _letters(name)
    return not reserved.isdisjoint((key, *(key.removeprefix(site).removesuffix(site) for site in sites)))


@lru_cache(maxsize=1)
def _find_reserved(site_name: str) -> tuple[set[str], set[str]]:
    # I looks like l, i does not.
    sites, reserved = (
        {_letters(way) for each in names for way in (each, each.upper())} for names in ([site_name], _RESERVED)
    )
    return sites, (sites | reserved) - {""}


def _letters(name: str) -> str:
    """The skeleton without signs, spaces and accents, and without digits behind it."""
    return "".join(filter(str.isalnum, normalise("NFKD", _make_skeleton(name.rstrip("0123456789")))))


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
