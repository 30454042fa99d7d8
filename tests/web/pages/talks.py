"""Tabs with an open conversation."""

import asyncio

from sqlmodel import Session

from marketplace.web.pages.messages.state import MessagesState
from marketplace.web.session import SessionState
from tests.web.tabs import part, tab

PATHS = {"buyer": "/user/messages?seller=", "seller": "/seller/messages?user="}


def opened(db: Session, account, other) -> MessagesState:
    """The account's tab with its conversation with the other open."""
    root = tab(db, account)
    path = PATHS[account.kind.value] + other.id
    data = {"pathname": path.split("?")[0], "asPath": path, "query": {}, "sid": "s1"}
    root.router_data = root._update_router_vars({**root.router_data, **data}, root.router_data)
    page = part(root, MessagesState)
    asyncio.run(part(root, SessionState)._look())
    asyncio.run(MessagesState.open.fn(page))
    return page
