"""Moderators: administrators create them, and change the roles of moderators and administrators."""

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace.core import events, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound, RuleBroken
from marketplace.domain import audit
from marketplace.domain.accounts import administration, last_admin, messages, passwords, queries, rules, second_factor
from marketplace.domain.accounts.schemas import NewModerator
from marketplace.domain.once import stores_once
from marketplace.domain.phases import Finish, two_phase
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, AccountStatus

ADMIN, MODERATOR = "admin", "moderator"
_WORDS = 3


@stores_once
@two_phase
def create_moderator(actor: Actor, email: str) -> Finish[NewModerator]:
    """Create a moderator with a password, and a second factor if the site requires one; returns both to hand over, as
    neither is shown again.

    Raises:
        NotSignedIn, Forbidden: not an administrator.
        Invalid: no email.
        Conflict: there is a moderator or administrator with that email.
    """
    actor.require_admin()
    address = rules.get_email(email)
    password = "-".join(ids.new_recovery_code() for _ in range(_WORDS))
    password_hash = passwords.make_hash(password)

    def finish(db: Session, actor: Actor) -> NewModerator:
        actor.require_admin()
        if queries.find_by_email(db, address, AccountKind.ADMIN):
            raise Conflict(t(messages.STAFF_EXISTS))
        try:
            with db.begin_nested():
                account = administration.add_staff(db, address)
        except IntegrityError as error:
            # Sent twice at the same moment.
            raise Conflict(t(messages.STAFF_EXISTS)) from error
        account.moderates_only, account.password_hash = True, password_hash
        audit.write(db, actor, "account.create_moderator", "account", account.id)
        factor, codes = None, ()
        if second_factor.is_compulsory(account.kind):
            factor = second_factor.create_secret(db, account)
            codes = tuple(second_factor.enable(db, account))
        return NewModerator(
            account_id=account.id,
            email=address,
            username=account.username,
            password=password,
            factor=factor,
            recovery_codes=codes,
        )

    return finish


def change_role(db: Session, actor: Actor, account_id: str, role: str) -> None:
    """Give an administrator or moderator the role admin or moderator. It takes effect at the account's next call.

    Raises:
        NotSignedIn, Forbidden: not an administrator.
        Invalid: no such role.
        NotFound: no such moderator or administrator.
        RuleBroken: the caller's own account, or the last administrator.
    """
    actor.require_admin()
    if role not in (ADMIN, MODERATOR):
        raise Invalid(t(messages.UNKNOWN_ROLE), "role")
    if actor.owns(account_id):
        raise RuleBroken(t(messages.OWN_ROLE))
    if role == MODERATOR:
        last_admin.keep_an_admin(db, account_id)
    staff = {account.id: account for account in queries.lock_staff(db)}
    own, account = staff.get(actor.account_id or ""), staff.get(account_id)
    if own is None or own.moderates_only or own.status is not AccountStatus.ACTIVE:
        raise Forbidden()
    if account is None:
        raise NotFound(t(messages.NO_STAFF))
    before = MODERATOR if account.moderates_only else ADMIN
    if before != role:
        account.moderates_only = role == MODERATOR
        audit.write(db, actor, "account.change_role", "account", account.id, {"role": before}, {"role": role})
        events.record(db, "account", account.id)
