"""The registry of this worker's tabs by account."""

from collections import defaultdict
from itertools import count


class TabRegistry:
    """Maps accounts to the client tokens of their tabs. Use it on the event loop only.

    A tab is registered by its own handlers, with the account of its handshake. The client chooses its token, so a
    forged token can only make a tab reload its own data.
    """

    def __init__(self) -> None:
        self._accounts: dict[str, str] = {}
        self._tabs: defaultdict[str, set[str]] = defaultdict(set)
        self._registrations: dict[str, int] = {}
        self._count = count(1)

    def subscribe(self, token: str, account_id: str) -> None:
        """Register the tab for an account; an empty id only removes the previous registration."""
        if self._accounts.get(token, "") != account_id:
            self.unsubscribe(token)
        if account_id:
            self._registrations[token] = next(self._count)
            self._accounts[token] = account_id
            self._tabs[account_id].add(token)

    def unsubscribe(self, token: str) -> None:
        """Remove a tab that has closed."""
        self._registrations.pop(token, None)
        account_id = self._accounts.pop(token, "")
        if not account_id:
            return
        self._tabs[account_id].discard(token)
        if not self._tabs[account_id]:
            del self._tabs[account_id]

    def registration(self, token: str) -> int:
        """Return the unique number of the tab's latest registration, or 0."""
        return self._registrations.get(token, 0)

    def tokens_of(self, account_id: str) -> tuple[str, ...]:
        """Return the client tokens of an account's tabs."""
        return tuple(self._tabs.get(account_id, ()))

    def tokens(self) -> tuple[str, ...]:
        """Return the client tokens of all tabs."""
        return tuple(self._accounts)


TAB_REGISTRY = TabRegistry()
