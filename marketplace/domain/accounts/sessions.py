"""Sign-in, sign-out and sessions."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from sqlmodel import Session

from marketplace.core import clock, email_address, events, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, Invalid, NotFound, NotSignedIn, RuleBroken, Unavailable
from marketplace.core.text import clean_line
from marketplace.db.database import after_commit, may_write, read_only, unit_of_work
from marketplace.domain.accounts import (
    account_mails,
    attempts,
    devices,
    messages,
    passwords,
    profiles,
    queries,
    rules,
    second_factor,
)
from marketplace.domain.accounts.schemas import SessionView, SignedIn
from marketplace.domain.phases import Finish, two_phase
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountKind, AccountSession, AccountStatus
from marketplace.settings import get_settings


def find_actor(db: Session, token: str, *, address: str = "", user_agent: str = "") -> Actor | None:
    """Return the actor for a session token, if the session is running and the account active.

    One whose session a suspension has ended is anonymous, and hears of the suspension when it has to sign in.
    A unit of work is followed by an update of the session's last-seen time, at most every LAST_SEEN_S.
    """
    now = clock.now()
    found = queries.find_session(db, ids.hash_token(token), now)
    if found is None:
        suspended = queries.find_suspension(db, ids.hash_token(token), now)
        if suspended is None:
            return None
        said = t(messages.SUSPENDED_MEANWHILE, appeal=f"{get_settings().url}/appeal", reason=suspended[0])
        said = f"{said} {rules.describe_end(suspended[1])}".rstrip()
        return Actor(address=address, user_agent=user_agent, suspension=said)
    if second_factor.is_compulsory(found.kind) and found.totp_enabled_at is None:
        # Signed in before the site became public.
        return None
    if may_write(db) and (now - found.last_seen_at).total_seconds() > get_settings().last_seen_s:
        after_commit(db, lambda: _note_use(found.session_id, now))
    return Actor(
        found.account_id,
        found.kind,
        found.session_id,
        address,
        user_agent,
        found.city,
        moderates_only=found.moderates_only,
    )


def _note_use(session_id: str, now: datetime) -> None:
    # A transaction of its own: a longer one that held this row could deadlock with the request that ends the session.
    with suppress(Unavailable), unit_of_work() as db:
        queries.note_use(db, session_id, now)


@two_phase
def sign_in(
    actor: Actor,
    email: str,
    password: str,
    *,
    kind: AccountKind,
    remember: bool = False,
    device: str = "",
    code: str = "",
    replace: bool = False,
) -> Finish[SignedIn]:
    """Start a session. Above SESSIONS_MAX for the account, the oldest one ends.

    Args:
        remember: True for SESSION_REMEMBER_DAYS, else SESSION_HOURS.
        device: the long-lived device cookie; if empty, the User-Agent identifies the device.
        code: second-factor or recovery code, if the account has a second factor.
        replace: end the caller's current session, since a browser holds one only.

    Raises:
        Invalid: email or password is empty.
        NotSignedIn: wrong email or password, which are indistinguishable; or, with `secondFactor` in `extra`, the
            password is right and the code is missing or wrong; or, with `otherKind` in `extra`, it is that of the account of
            the other kind, buyer or seller, with this email.
        Forbidden: the account is suspended (`suspended` in `extra`), or an administrator lacks the required second factor.
        TooMany: too many failures for the account or from the network address.
    """
    load_account = prove_identity(actor, email, password, kind=kind, names_other=True)

    def finish(db: Session, actor: Actor) -> SignedIn:
        account = load_account(db)
        if account.status is not AccountStatus.ACTIVE:
            raise Forbidden(rules.explain_suspension(account), extra={"suspended": True})
        _check_factor(db, actor, account, code)
        if replace and actor.session_id and actor.account_id:
            queries.end_sessions(db, actor.account_id, clock.now(), only=actor.session_id)
        return _begin(db, actor, account, remember=remember, device=device)

    return finish


def prove_identity(
    actor: Actor, email: str, password: str, *, kind: AccountKind, names_other: bool = False
) -> Callable[[Session], Account]:
    """Compare email and password outside of any transaction; for the first phase of a `two_phase` function.

    Args:
        names_other: compare a wrong password with the account of the other kind too, as for `sign_in`.

    Returns:
        A function for the second phase that loads the account, whatever its status.

    Raises:
        Invalid, NotSignedIn, TooMany: as for `sign_in`.
    """
    _check_present(email, password)
    attempts.check_address(actor)
    address = email_address.parse(email)
    name = address or clean_line(email[: email_address.MAX_LENGTH]).lower()
    with read_only() as db:
        own = attempts.Credentials(kind, name, _find_hash(db, address, kind))
        other_kind = attempts.OTHER_KINDS.get(kind) if names_other else None
        other = attempts.Credentials(other_kind, name, _find_hash(db, address, other_kind)) if other_kind else None
    proof = attempts.find_proof(actor, own, password, other=other)
    if proof is None:
        raise NotSignedIn(t(messages.BAD_LOGIN))

    def load_account(db: Session) -> Account:
        account = queries.find_by_email(db, name, kind)
        if account is None:
            # The email changed since the password was compared.
            raise NotSignedIn(t(messages.BAD_LOGIN))
        proof.use(account)
        return account

    return load_account


def _find_hash(db: Session, address: str | None, kind: AccountKind) -> str:
    account = queries.find_by_email(db, address, kind) if address else None
    return account.password_hash if account else passwords.UNUSABLE


def _check_present(email: str, password: str) -> None:
    problems = {}
    if not email.strip():
        problems["email"] = t(messages.EMAIL_NEEDED)
    if not password:
        problems["password"] = t("Password is required")
    if problems:
        errors = [{"field": field, "message": message} for field, message in problems.items()]
        raise Invalid(errors[0]["message"], errors=errors)


def _check_factor(db: Session, actor: Actor, account: Account, code: str) -> None:
    if not account.totp_enabled_at:
        if second_factor.is_compulsory(account.kind):
            raise Forbidden(t(messages.FACTOR_COMPULSORY))
        return
    if not code.strip():
        raise NotSignedIn(t(messages.FACTOR_NEEDED), extra={"secondFactor": True})
    if not second_factor.spend(db, account, code):
        attempts.count_failure(actor, account.kind, account.email)
        raise NotSignedIn(t(messages.FACTOR_WRONG), extra={"secondFactor": True})


def _begin(db: Session, actor: Actor, account: Account, *, remember: bool, device: str) -> SignedIn:
    now, settings = clock.now(), get_settings()
    device_hash = ids.hash_token(f"device:{device}" if device else f"agent:{actor.user_agent}")
    if queries.knows_device(db, account.id, device_hash) is False:
        account_mails.mail_new_device(db, account, actor)
    token = ids.new_token()
    lifetime = timedelta(days=settings.session_remember_days) if remember else timedelta(hours=settings.session_hours)
    session = AccountSession(
        account_id=account.id,
        token_hash=ids.hash_token(token),
        remember=remember,
        user_agent=actor.user_agent[:300],
        address=actor.address[:64],
        device_hash=device_hash,
        expires_at=now + lifetime,
    )
    db.add(session)
    db.flush()
    if queries.end_oldest_sessions(db, account.id, now, keep=settings.sessions_max):
        renew_generation(db, account.id)
    own = profiles.make_own(db, account)
    return SignedIn(token, own, session.id, remember, session.expires_at, device)


def switch_account(db: Session, actor: Actor, *, device: str = "") -> SignedIn:
    """Sign the caller in to their other account, buyer or seller, and end the current session; see `sign_in` for `device`.

    The two accounts have the same verified email, so whoever reads its mail can open both.

    Raises:
        NotSignedIn: no session, or, with `secondFactor` in `extra`, the other account has a second factor.
        Forbidden: an administrator, or the other account is suspended.
        NotFound: the email has no account of the other kind.
    """
    own_id = actor.require(AccountKind.BUYER, AccountKind.SELLER)
    other = queries.find_other(db, own_id)
    if other is None:
        raise NotFound(t(messages.NO_SELLER_ACCOUNT if actor.kind is AccountKind.BUYER else messages.NO_BUYER_ACCOUNT))
    if other.status is not AccountStatus.ACTIVE:
        raise Forbidden(rules.explain_suspension(other), extra={"suspended": True})
    if other.totp_enabled_at is not None:
        raise NotSignedIn(t(messages.FACTOR_NEEDED), extra={"secondFactor": True})
    session = db.get(AccountSession, actor.session_id)
    queries.end_sessions(db, own_id, clock.now(), only=actor.session_id or ids.new_id())
    return _begin(db, actor, other, remember=session is not None and session.remember, device=device)


def has_other_account(db: Session, actor: Actor) -> bool:
    """Whether the caller can switch to an account of the other kind; never for administrators."""
    return _find_other(db, actor) is not None


def is_same_person(db: Session, actor: Actor, account_id: str) -> bool:
    """Whether an account is the caller's, or the one of the other kind with the caller's email."""
    if actor.owns(account_id):
        return True
    other = _find_other(db, actor)
    return other is not None and other.id == account_id


def check_other_person(db: Session, actor: Actor, seller_id: str) -> None:
    """Raise RuleBroken if the seller is the person who calls; for what nobody does with their own ads."""
    if is_same_person(db, actor, seller_id):
        raise RuleBroken(t(messages.OWN_AD))


def _find_other(db: Session, actor: Actor) -> Account | None:
    return queries.find_other(db, actor.account_id) if actor.account_id and not actor.is_staff else None


def sign_out(db: Session, actor: Actor) -> None:
    """End the caller's session.

    Raises:
        NotSignedIn: no session.
    """
    account_id = actor.require()
    queries.end_sessions(db, account_id, clock.now(), only=actor.session_id or ids.new_id())
    renew_generation(db, account_id)


def renew_generation(db: Session, account_id: str) -> None:
    """Make the account's open tabs reload, since the signed-in account may have changed."""
    if account := queries.lock(db, account_id):
        account.generation += 1
        db.flush()
        events.record(db, "account", account_id)


def list_sessions(db: Session, actor: Actor) -> list[SessionView]:
    """List the caller's running sessions, the latest used first."""
    return list_of_account(db, actor, actor.require())


def list_of_account(db: Session, actor: Actor, account_id: str) -> list[SessionView]:
    """List the running sessions of an account, the latest used first; the caller of this function checks the actor."""
    return [
        SessionView.of(session, device=devices.describe(session.user_agent), current=session.id == actor.session_id)
        for session in queries.list_sessions(db, account_id, clock.now())
    ]


def end_session(db: Session, actor: Actor, session_id: str) -> None:
    """End one of the caller's sessions.

    Raises:
        NotFound: no running session of the caller.
    """
    account_id = actor.require()
    if not ids.is_id(session_id) or not queries.end_sessions(db, account_id, clock.now(), only=session_id):
        raise NotFound(t(messages.NO_SESSION))
    renew_generation(db, account_id)


def end_other_sessions(db: Session, actor: Actor) -> int:
    """End all the caller's sessions except this one; returns their number."""
    account_id = actor.require()
    ended = queries.end_sessions(db, account_id, clock.now(), besides=actor.session_id)
    renew_generation(db, account_id)
    return ended
