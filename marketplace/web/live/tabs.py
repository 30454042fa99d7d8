"""Which of this worker's tabs belong to which account."""

from collections import defaultdict
from itertools import count


class Tabs:
    """Accounts and their tabs by client token; used on the event loop only.

    A tab is put in by its own handlers, with the account its handshake proved. The client chose its token, so a false
    one could only make a tab look again, as whoever it is.
    """

    def __init__(self) -> None:
        self._accounts: dict[str, str] = {}
        self._tabs: defaultdict[str, set[str]] = defaultdict(set)
        self._openings: dict[str, int] = {}
        self._count = count(1)

    def follow(self, token: str, account_id: str) -> None:
        """The tab belongs to this account from now on; to none when the id is empty."""
        if self._accounts.get(token, "") != account_id:
            self.leave(token)
        if account_id:
            self._openings[token] = next(self._count)
            self._accounts[token] = account_id
            self._tabs[account_id].add(token)

    def leave(self, token: str) -> None:
        """The tab is gone."""
        self._openings.pop(token, None)
        account_id = self._accounts.pop(token, "")
        if not account_id:
            return
        self._tabs[account_id].discard(token)
        if not self._tabs[account_id]:
            del self._tabs[account_id]

    def opening(self, token: str) -> int:
        """A number of the last time the tab said that it is there; it never comes again."""
        return self._openings.get(token, 0)

    def of(self, account_id: str) -> tuple[str, ...]:
        """The account's tabs."""
        return tuple(self._tabs.get(account_id, ()))

    def everyone(self) -> tuple[str, ...]:
        """All tabs of all accounts."""
        return tuple(self._accounts)


TABS = Tabs()
