"""`create-admin`: administrators are made here only."""

import getpass
import sys

import segno

from marketplace.database import unit_of_work
from marketplace.domain import accounts
from marketplace.domain.accounts import NewAdmin
from marketplace.errors import RuleBroken
from marketplace.texts import t


def create_admin(email: str) -> int:
    """Ask for a password and make the administrator; one who exists gets the new password, and sessions end.

    Where standard input is no terminal its first line is the password.

    Returns:
        0.

    Raises:
        RuleBroken, Invalid: the passwords differ or can't be taken, or the email is none.
    """
    password = _ask_password()
    with unit_of_work() as db:
        made = accounts.create_admin(db, email, password)
    _tell(made)
    return 0


def _ask_password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass(t("Password: "))
    if getpass.getpass(t("The same again: ")) != password:
        raise RuleBroken(t("Passwords do not match!"))
    return password


def _tell(made: NewAdmin) -> None:
    if made.created:
        print(t("Administrator {email} is ready.", email=made.email))
    else:
        print(t("Administrator {email} has a new password; earlier sessions are ended.", email=made.email))
    if made.factor is None:
        return
    print(t("This site is public, so signing in needs an authenticator app. Scan this with it:"))
    segno.make(made.factor.uri, error="m", micro=False).terminal(compact=True)
    print(t("Or type this secret into it: {secret}", secret=made.factor.secret))
    print(t("Recovery codes, each good once where the app is lost. They are not shown again:"))
    for code in made.recovery_codes:
        print(f"  {code}")
