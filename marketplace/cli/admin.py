"""`create-admin`: the only way to create an administrator."""

import getpass
import sys

import segno

from marketplace.core.errors import RuleBroken
from marketplace.db.database import unit_of_work
from marketplace.domain import accounts
from marketplace.domain.accounts import NewAdmin
from marketplace.i18n.texts import t


def create_admin(email: str) -> None:
    """Ask for a password and create an administrator.

    An existing administrator gets the new password, and their sessions end. If standard input is not a terminal, its first
    line is the password.

    Raises:
        RuleBroken: the two passwords differ.
        Invalid: the password or the email is invalid.
    """
    password = _ask_password()
    with unit_of_work() as db:
        made = accounts.create_admin(db, email, password)
    _print_result(made)


def _ask_password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass(t("Password: "))
    if getpass.getpass(t("Repeat the password: ")) != password:
        raise RuleBroken(t("Passwords do not match!"))
    return password


def _print_result(made: NewAdmin) -> None:
    if made.created:
        print(t("Administrator {email} is ready.", email=made.email))
    else:
        print(t("Administrator {email} has a new password; existing sessions have ended.", email=made.email))
    if made.factor is None:
        return
    print(t("This site is public, so signing in needs an authenticator app. Scan this with it:"))
    segno.make(made.factor.uri, error="m", micro=False).terminal(compact=True)
    print(t("Or type this secret into it: {secret}", secret=made.factor.secret))
    print(t("Recovery codes for when the app is lost. Each works once. They are not shown again:"))
    for code in made.recovery_codes:
        print(f"  {code}")
