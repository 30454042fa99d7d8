"""The State of the accounts page."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import MarketplaceError
from marketplace.domain import accounts, moderation
from marketplace.domain.accounts import messages as account_messages
from marketplace.domain.moderation import AccountRow
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, AccountStatus
from marketplace.web import paths
from marketplace.web.admin import times
from marketplace.web.admin.suspension import SuspensionDialog, describe_suspension
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.pagination import PageLinks, list_links


class AccountLine(View):
    """An account with its texts; `suspended` has dates and reason."""

    account: AccountRow
    joined: str
    suspended: str = ""
    mine: bool = False


class Credentials(View):
    """What a new moderator needs to sign in; it is not shown again."""

    email: str
    password: str
    secret: str = ""
    picture: str = ""
    recovery_codes: tuple[str, ...] = ()


class Accounts(View):
    """A page of the table with its filters."""

    rows: tuple[AccountLine, ...] = ()
    kind: str = ""
    status: str = ""
    q: str = ""
    links: PageLinks = PageLinks()


def _account_line(row: AccountRow, actor: Actor) -> AccountLine:
    return AccountLine(
        account=row,
        joined=times.format_time(row.created_at),
        suspended=describe_suspension(row),
        mine=actor.owns(row.id),
    )


class AccountsState(SuspensionDialog, rx.State):
    """The table of accounts. The URL has the filters, the search text and the page."""

    table: Accounts = Accounts()
    adding: bool = False
    made: Credentials | None = None
    noted: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the page of the URL; the layout shows a login to other visitors."""
        kind, status = url.choice("kind", list(AccountKind)), url.choice("status", list(AccountStatus))
        q = url.param("q")
        found = moderation.list_accounts(db, actor, kind=kind, status=status, q=q, window=url.window)
        rows = tuple(_account_line(row, actor) for row in found.items)
        links = list_links(found, paths.ADMIN_ACCOUNTS, kind=kind, status=status, q=q)
        return {"table": Accounts(rows=rows, kind=kind, status=status, q=q, links=links)}

    @rx.event
    def choose_kind(self, kind: str):
        """Filter by account kind."""
        return self._filter(kind=kind)

    @rx.event
    def choose_status(self, status: str):
        """Filter by status."""
        return self._filter(status=status)

    @rx.event
    def search(self, form: dict[str, str]):
        """Search for text."""
        return self._filter(q=str(form.get("q", "")).strip())

    def _filter(self, **changes: str):
        filters = {"kind": self.table.kind, "status": self.table.status, "q": self.table.q} | changes
        return rx.redirect(paths.with_query(paths.ADMIN_ACCOUNTS, **filters))

    @rx.event
    def open_notes(self, name: str) -> None:
        """Open the dialog with the internal notes on an account."""
        self.noted = name

    @rx.event
    def close_notes(self) -> None:
        """Close the dialog with the notes."""
        self.noted = ""

    @rx.event
    async def change_role(self, account_id: str, role: str) -> None:
        """Make an administrator a moderator, or a moderator an administrator."""
        done = t(account_messages.ROLE_CHANGED)
        await self._execute_and_reload(moderation.change_role, account_id, role, done=done)

    @rx.event
    def open_moderator_dialog(self) -> None:
        """Open the dialog that creates a moderator."""
        self.adding, self.made, self.error = True, None, ""

    @rx.event
    def close_moderator_dialog(self) -> None:
        """Close the dialog, and forget the credentials that it showed."""
        self.adding, self.made = False, None

    @rx.event
    async def create_moderator(self, form: dict[str, str]) -> None:
        """Create a moderator and show the credentials once."""
        try:
            made = await self._execute(accounts.create_moderator, str(form.get("email", "")))
        except MarketplaceError as error:
            self.error = error.message
            return
        self.error = ""
        self.made = Credentials(
            email=made.email,
            password=made.password,
            secret=made.factor.secret if made.factor else "",
            picture=made.factor.picture if made.factor else "",
            recovery_codes=made.recovery_codes,
        )
        await self._reload()
