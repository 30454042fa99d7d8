"""The State of a tab without a browser."""

from typing import TypeVar

from reflex.state import State
from sqlmodel import Session

from marketplace.core import ids
from marketplace.http import cookies
from tests import factories

Part = TypeVar("Part", bound=State)


def tab(db: Session, account=None, path: str = "") -> State:
    """Return the State of a tab at a path, with the cookie of an account or without one."""
    root = State(_reflex_internal_init=True)  # pyright: ignore[reportCallIssue] - only Reflex itself is meant to say it
    sign(root, db, account, path)
    return root


def sign(root: State, db: Session, account=None, path: str = "") -> None:
    """Connect the tab again, as an account or anonymously."""
    cookie = f"{cookies.SESSION}={factories.bearer(db, account)['Authorization'].split()[1]}" if account else ""
    data = {
        "headers": {"cookie": cookie},
        "ip": "203.0.113.9",
        "token": "tab",
        "sid": ids.new_id(),
        "pathname": path,
        "asPath": path,
    }
    root.router_data = root._update_router_vars(data, root.router_data)


def part(root: State, kind: type[Part]) -> Part:
    """Return one State of the tab."""
    found = root.get_substate(kind.get_full_name().split("."))
    assert isinstance(found, kind)
    return found
