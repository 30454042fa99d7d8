"""Accounts, and who may take part."""

import reflex as rx
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import moderation
from marketplace.domain.moderation import AccountRow, messages
from marketplace.domain.paging import Window
from marketplace.domain.views import View
from marketplace.errors import MarketplaceError
from marketplace.models import AccountKind, AccountStatus
from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web import paths
from marketplace.web.admin import moments
from marketplace.web.admin.desk import Desk
from marketplace.web.components.pagination import PageLinks, page_links


class Line(View):
    """An account with its words; `suspended` says since when and why."""

    account: AccountRow
    joined: str
    suspended: str = ""
    mine: bool = False


class Accounts(View):
    """A page of the table, and what it was narrowed to."""

    rows: tuple[Line, ...] = ()
    kind: str = ""
    status: str = ""
    q: str = ""
    links: PageLinks = PageLinks()


def look(db: Session, actor: Actor, kind: str, status: str, q: str, page: int) -> Accounts:
    """Accounts of one kind and status (empty: all) that the words are in.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    window = Window(page, get_settings().page_size)
    found = moderation.list_accounts(db, actor, kind=kind, status=status, q=q, window=window)
    return Accounts(
        rows=tuple(_line(row, actor) for row in found.items),
        kind=kind,
        status=status,
        q=q,
        links=page_links(found.page, found.pages, lambda number: address(kind, status, q, number)),
    )


def address(kind: str, status: str, q: str, page: int = 1) -> str:
    """The table's own address."""
    number = str(page) if page > 1 else ""
    return paths.with_query(paths.ADMIN_ACCOUNTS, kind=kind, status=status, q=q, page=number)


def _line(row: AccountRow, actor: Actor) -> Line:
    suspended = ""
    if row.suspended_at:
        suspended = t("Since {when}: {reason}", when=moments.show(row.suspended_at), reason=row.suspended_reason)
    return Line(account=row, joined=moments.show(row.created_at), suspended=suspended, mine=actor.owns(row.id))


class AccountsState(Desk, rx.State):
    """The table; the address holds kind, status, words and page."""

    table: Accounts = Accounts()
    suspending: str = ""
    suspending_name: str = ""
    error: str = ""

    @rx.event
    async def open(self) -> None:
        """Fetch what the address asks for."""
        kind, status = self._param("kind"), self._param("status")
        kind = kind if kind in list(AccountKind) else ""
        status = status if status in list(AccountStatus) else ""
        with self._fetching():
            self.table = await self._see(look, kind, status, self._param("q"), self._page()) or Accounts()

    @rx.event
    def choose_kind(self, kind: str):
        """Only accounts of this kind."""
        return rx.redirect(address(kind, self.table.status, self.table.q))

    @rx.event
    def choose_status(self, status: str):
        """Only accounts of this status."""
        return rx.redirect(address(self.table.kind, status, self.table.q))

    @rx.event
    def search(self, form: dict[str, str]):
        """Only accounts with these words."""
        return rx.redirect(address(self.table.kind, self.table.status, str(form.get("q", "")).strip()))

    @rx.event
    def ask_reason(self, account_id: str, name: str) -> None:
        """Why is it shut out?"""
        self.suspending, self.suspending_name, self.error = account_id, name, ""

    @rx.event
    def keep(self) -> None:
        """It is not."""
        self.suspending = ""

    @rx.event
    async def suspend(self, form: dict[str, str]) -> None:
        """Shut it out; its holder reads the reason."""
        try:
            await self._do(moderation.suspend_account, self.suspending, str(form.get("reason", "")))
        except MarketplaceError as error:
            self.error = error.message
            return
        self.suspending = ""
        await self._toast("success", t(messages.SUSPENDED))
        await self.open()

    @rx.event
    async def restore(self, account_id: str) -> None:
        """Let it take part again."""
        await self._decide(moderation.restore_account, account_id, done=t(messages.RESTORED))
        await self.open()
