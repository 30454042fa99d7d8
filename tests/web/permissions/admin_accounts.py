"""Rows for the admin pages of accounts."""

from marketplace.core import ids
from marketplace.web import paths
from marketplace.web.pages.admin_account.state import AccountState
from marketplace.web.pages.admin_accounts.state import AccountsState
from tests import factories
from tests.api.permissions.world import World
from tests.web.permissions.row import ADMIN, Row, Sent, sent
from tests.web.permissions.selling import with_booking


def accounts(world: World) -> Sent:
    person = World(world.db, "user").me
    return sent(path=f"{paths.ADMIN_ACCOUNTS}?q={person.username}", sees=person.id)


def suspending(world: World) -> Sent:
    person = World(world.db, "user").me
    return sent(
        (AccountsState.open_suspend_dialog, {"account_id": person.id, "name": "x"}), form={"reason": "Fake ads"}
    )


def restoring(world: World) -> Sent:
    person = World(world.db, "user").me
    world.suspend(person)
    return sent(account_id=person.id)


def asking_to_suspend(world: World) -> Sent:
    booked = with_booking(world)
    return sent(path=paths.ADMIN_ACCOUNTS, sees="This ends", account_id=booked.seller_id, name="x")


def suspending_staff(world: World) -> Sent:
    person = World(world.db, "admin").me
    return sent(
        (AccountsState.open_suspend_dialog, {"account_id": person.id, "name": "x"}), form={"reason": "Left the team"}
    )


def changing_role(world: World) -> Sent:
    return sent(account_id=World(world.db, "admin").me.id, role="moderator")


def creating_moderator(_world: World) -> Sent:
    return sent(form={"email": f"new-{ids.new_id().lower()}@example.org"})


def one_account(world: World) -> Sent:
    person = World(world.db, "user").me
    return sent(path=paths.admin_account(person.id), sees=person.email)


def suspending_here(world: World) -> Sent:
    person = World(world.db, "user").me
    opened = (AccountState.open_suspend_dialog, {"account_id": person.id, "name": "x"})
    return sent(opened, form={"reason": "Fake ads", "days": "7"})


def ending_sessions(world: World) -> Sent:
    person = World(world.db, "user").me
    factories.bearer(world.db, person)
    return sent(account_id=person.id)


def ending_sessions_of_staff(world: World) -> Sent:
    return sent(account_id=World(world.db, "admin").me.id)


ROWS = (
    Row(AccountState.open, one_account, ADMIN),
    Row(AccountState.open_suspend_dialog, asking_to_suspend, ADMIN),
    Row(AccountState.suspend, suspending_here, ADMIN),
    Row(AccountState.restore, restoring, ADMIN),
    Row(AccountState.end_sessions, ending_sessions, ADMIN),
    Row(AccountState.end_sessions, ending_sessions_of_staff, ADMIN, "staff", moderator="no"),
    Row(AccountsState.open, accounts, ADMIN),
    Row(AccountsState.open_suspend_dialog, asking_to_suspend, ADMIN),
    Row(AccountsState.suspend, suspending, ADMIN),
    Row(AccountsState.restore, restoring, ADMIN),
    Row(AccountsState.suspend, suspending_staff, ADMIN, "staff", moderator="no"),
    Row(AccountsState.change_role, changing_role, ADMIN, moderator="no"),
    Row(AccountsState.create_moderator, creating_moderator, ADMIN, moderator="no"),
)
