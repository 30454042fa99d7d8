"""Opens tabs with a conversation."""

import asyncio

from sqlmodel import Session

from marketplace.web.auth.session_state import SessionState
from marketplace.web.pages.messages.state import MessagesState
from tests.web.tabs import part, tab

PATHS = {"buyer": "/user/messages?seller=", "seller": "/seller/messages?user="}


def opened(db: Session, account, other) -> MessagesState:
    """Return the account's tab with the conversation with the other account open."""
    root = tab(db, account)
    path = PATHS[account.kind.value] + other.id
    data = {"pathname": path.split("?")[0], "asPath": path, "query": {}, "sid": "s1"}
    root.router_data = root._update_router_vars({**root.router_data, **data}, root.router_data)
    page = part(root, MessagesState)
    asyncio.run(part(root, SessionState)._load_session())
    asyncio.run(MessagesState.open.fn(page))
    return page
