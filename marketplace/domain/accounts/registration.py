"""Registration: a mailed code verifies the email, then the account is created."""

from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace.core import email_address
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Forbidden, RuleBroken
from marketplace.domain import consents
from marketplace.domain.accounts import codes, messages, passwords, profiles, queries, rules, usernames
from marketplace.domain.accounts.schemas import AccountDraft, OwnAccount
from marketplace.domain.once import stores_once
from marketplace.domain.phases import Finish, two_phase
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountKind, CodePurpose, ConsentPurpose, ConsentWay


@two_phase
def request_registration_code(actor: Actor, email: str, *, kind: AccountKind) -> Finish[None]:
    """Mail a code that verifies the email.

    Raises:
        Invalid: no email.
        Conflict: the email has an account of this kind.
        TooMany: too many requests.
    """
    _check_kind(kind)
    codes.check_address(actor)
    address = rules.get_email(email)

    def finish(db: Session, actor: Actor) -> None:
        _check_email_free(db, address, kind)
        codes.spend_limits(actor, address, kind, CodePurpose.REGISTER)
        codes.send(db, address, kind, CodePurpose.REGISTER)

    return finish


@two_phase
def verify_registration_code(actor: Actor, email: str, code: str, *, kind: AccountKind) -> Finish[str]:
    """Consume the code and return a proof that allows registration for OTP_VERIFIED_MINUTES.

    Raises:
        RuleBroken: the code is wrong, used, blocked, replaced or expired; the attempt counts.
    """
    del actor  # the code is the permission
    address = email_address.parse(email)

    def finish(db: Session, actor: Actor) -> str:
        row = codes.try_code(db, code, CodePurpose.REGISTER, kind=kind, email=address) if address else None
        if row is None:
            raise RuleBroken(t(messages.BAD_CODE), extra={"verified": False}, commits=True)
        return codes.make_proof(db, row, actor)

    return finish


def check_registration(db: Session, actor: Actor, draft: AccountDraft, *, kind: AccountKind) -> None:
    """Validate a registration form without side effects and without revealing whether an email is known.

    Raises:
        Invalid: invalid fields.
    """
    del db, actor  # Every domain function takes them; this one only validates.
    _check_kind(kind)
    rules.check_draft(draft, kind)


@stores_once
@two_phase
def register(actor: Actor, draft: AccountDraft, *, kind: AccountKind, proof: str = "") -> Finish[OwnAccount]:
    """Create an account for a recently verified email; a signed-in buyer's email counts as verified for a seller
    account.

    Args:
        proof: from `verify_registration_code`; if empty, the code must have been entered from the caller's network
            address.

    Raises:
        Invalid: invalid fields.
        Conflict: the email is taken, or the username or one that looks like it.
        RuleBroken: the email is not verified by this caller.
        TooMany: too many new passwords from the network address.
    """
    _check_kind(kind)
    passwords.check_limit(actor)
    columns = rules.check_draft(draft, kind)
    passwords.spend_limit(actor)
    columns["password_hash"] = passwords.make_hash(draft.password)
    return lambda db, actor: _register(db, actor, columns, kind, proof)


def _register(db: Session, actor: Actor, columns: dict[str, Any], kind: AccountKind, proof: str) -> OwnAccount:
    email = str(columns["email"])
    _check_email_free(db, email, kind)
    if not _has_verified(db, actor, email, kind) and not codes.spend_proof(db, actor, email, kind, proof):
        raise RuleBroken(t(messages.VERIFY_FIRST))
    usernames.check_free(db, columns, kind)
    account = Account(kind=kind, **columns)
    try:
        with db.begin_nested():
            db.add(account)
    except IntegrityError:
        # Another request took the name between the check and the insert.
        _check_email_free(db, email, kind)
        raise Conflict(t(messages.USERNAME_TAKEN)) from None
    consents.give(db, ConsentPurpose.REGISTRATION, ConsentWay.REGISTRATION, account_id=account.id)
    return profiles.make_own(db, account)


def _check_kind(kind: AccountKind) -> None:
    if kind is AccountKind.ADMIN:
        raise Forbidden(t("Administrators can be created on the command line only."))


def _check_email_free(db: Session, email: str, kind: AccountKind) -> None:
    if queries.find_by_email(db, email, kind):
        raise Conflict(t(messages.EMAIL_TAKEN))


def _has_verified(db: Session, actor: Actor, email: str, kind: AccountKind) -> bool:
    if actor.kind is not AccountKind.BUYER or kind is not AccountKind.SELLER:
        return False
    own = db.get(Account, actor.account_id)
    return own is not None and own.email == email
