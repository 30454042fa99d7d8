"""Opening an account: a code proves the email, then the account is made."""

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain.accounts import codes, messages, passwords, profiles, queries, rules
from marketplace.domain.accounts.schemas import AccountDraft, OwnAccount
from marketplace.errors import Conflict, Forbidden, RuleBroken
from marketplace.models import Account, AccountKind, CodePurpose
from marketplace.texts import t


def request_registration_code(db: Session, actor: Actor, email: str, *, kind: AccountKind) -> None:
    """Mail a code that proves the email is the caller's.

    Raises:
        Invalid: no email.
        Conflict: it has that kind of account.
        TooMany: too often.
    """
    _check_kind(kind)
    email = rules.get_email(email)
    _check_email_free(db, email, kind)
    codes.spend_limits(actor, email, kind, CodePurpose.REGISTER)
    codes.send(db, email, kind, CodePurpose.REGISTER)


def verify_registration_code(db: Session, actor: Actor, email: str, code: str, *, kind: AccountKind) -> None:
    """Use up the code; for OTP_VERIFIED_MINUTES the email may register.

    Raises:
        RuleBroken: wrong, used, burnt, replaced or expired; the try counts.
    """
    del actor  # the code itself is the permission
    address = rules.find_email(email)
    if address is None or not codes.try_code(db, code, CodePurpose.REGISTER, kind=kind, email=address):
        raise RuleBroken(t(messages.BAD_CODE), extra={"verified": False}, commits=True)


def check_registration(db: Session, actor: Actor, draft: AccountDraft, *, kind: AccountKind) -> None:
    """Look through what was filled in; nothing is opened, and nobody's email is asked about.

    Raises:
        Invalid: fields are wrong.
    """
    del db, actor  # rules alone
    _check_kind(kind)
    rules.check_draft(draft, kind)


def register(db: Session, actor: Actor, draft: AccountDraft, *, kind: AccountKind) -> OwnAccount:
    """Open an account for an email that was verified lately; a signed-in buyer's counts as verified for a seller's.

    Raises:
        Invalid: fields are wrong.
        Conflict: email or username are taken.
        RuleBroken: the email is not verified.
    """
    _check_kind(kind)
    columns = rules.check_draft(draft, kind)
    email, key = str(columns["email"]), str(columns["username_key"])
    _check_email_free(db, email, kind)
    if not _has_verified(db, actor, email, kind) and not codes.spend_verified(db, email, kind):
        raise RuleBroken(t(messages.VERIFY_FIRST))
    if queries.is_username_taken(db, key, kind):
        raise Conflict(t(messages.USERNAME_TAKEN))
    account = Account(kind=kind, password_hash=passwords.make_hash(draft.password), **columns)
    try:
        with db.begin_nested():
            db.add(account)
    except IntegrityError:
        # Somebody was quicker between the look and the write.
        _check_email_free(db, email, kind)
        raise Conflict(t(messages.USERNAME_TAKEN)) from None
    return profiles.make_own(db, account)


def _check_kind(kind: AccountKind) -> None:
    if kind is AccountKind.ADMIN:
        raise Forbidden(t("Administrators are made on the command line only."))


def _check_email_free(db: Session, email: str, kind: AccountKind) -> None:
    if queries.find_by_email(db, email, kind):
        raise Conflict(t(messages.EMAIL_TAKEN))


def _has_verified(db: Session, actor: Actor, email: str, kind: AccountKind) -> bool:
    if actor.kind is not AccountKind.BUYER or kind is not AccountKind.SELLER:
        return False
    own = db.get(Account, actor.account_id)
    return own is not None and own.email == email
