"""The second factor: time-based codes of an authenticator app (RFC 6238), with recovery codes for a lost one."""

import base64

import segno
from pyotp.totp import TOTP
from sqlmodel import Session, col, delete, select, update

from marketplace import clock, events, ids
from marketplace.actor import Actor
from marketplace.domain.accounts import attempts, messages, queries
from marketplace.domain.accounts.schemas import FactorSetup
from marketplace.errors import Conflict, NotFound, RuleBroken
from marketplace.models import Account, AccountKind, RecoveryCode
from marketplace.settings import get_settings
from marketplace.texts import t

_RECOVERY_CODES = 10
_STEP_S = 30
_NEIGHBOURS = (0, -1, 1)


def is_compulsory(account: Account) -> bool:
    """Whether the account may not do without one: administrators, where SITE_URL is public."""
    return account.kind is AccountKind.ADMIN and not get_settings().is_loopback


def start_second_factor(db: Session, actor: Actor, password: str) -> FactorSetup:
    """Make a new secret for the authenticator app; it counts once `confirm_second_factor` saw a code of it.

    Raises:
        NotSignedIn: nobody is signed in.
        RuleBroken: the password is wrong.
        Conflict: there is a second factor already.
    """
    account = _own(db, actor)
    if account.totp_enabled_at:
        raise Conflict(t(messages.FACTOR_ON))
    attempts.confirm(db, actor, account, password)
    return begin(db, account)


def begin(db: Session, account: Account) -> FactorSetup:
    """Make a new secret for an account, without asking anything."""
    account.totp_seed, account.totp_step, account.totp_enabled_at = ids.new_token(), 0, None
    db.flush()
    uri = TOTP(_secret(account), name=account.email, issuer=get_settings().site_name).provisioning_uri()
    picture = segno.make(uri, error="m", micro=False).svg_inline(scale=5, border=4, dark="#000", light="#fff")
    return FactorSetup(_secret(account), uri, picture)


def confirm_second_factor(db: Session, actor: Actor, code: str) -> list[str]:
    """Turn the second factor on with a first code of the app.

    Returns:
        Recovery codes, told this once only.

    Raises:
        RuleBroken: no secret was made, or the code is not of it.
        Conflict: it is on already.
    """
    account = _own(db, actor)
    if account.totp_enabled_at:
        raise Conflict(t(messages.FACTOR_ON))
    if not account.totp_seed:
        raise RuleBroken(t(messages.FACTOR_NOT_STARTED))
    attempts.check(actor, account.kind, account.email)
    if not _spend_step(db, account, code):
        attempts.count_failure(actor, account.kind, account.email)
        raise RuleBroken(t(messages.FACTOR_WRONG))
    return enable(db, account)


def enable(db: Session, account: Account) -> list[str]:
    """Let the secret count from now on; gives the recovery codes."""
    account.totp_enabled_at = clock.now()
    fresh = [ids.new_recovery_code() for _ in range(_RECOVERY_CODES)]
    db.exec(delete(RecoveryCode).where(col(RecoveryCode.account_id) == account.id))
    db.add_all(RecoveryCode(account_id=account.id, code_hash=_hash(account, code)) for code in fresh)
    db.flush()
    events.record(db, "account", account.id)
    return fresh


def disable_second_factor(db: Session, actor: Actor, password: str, code: str) -> None:
    """Turn the second factor off.

    Raises:
        RuleBroken: password or code are wrong, there is none, or this account must have one.
    """
    account = _own(db, actor)
    if not account.totp_enabled_at:
        raise RuleBroken(t(messages.FACTOR_OFF))
    if is_compulsory(account):
        raise RuleBroken(t(messages.FACTOR_KEPT))
    attempts.confirm(db, actor, account, password)
    if not spend(db, account, code):
        attempts.count_failure(actor, account.kind, account.email)
        raise RuleBroken(t(messages.FACTOR_WRONG))
    forget(db, account)


def forget(db: Session, account: Account) -> None:
    """Remove the secret and the recovery codes."""
    account.totp_seed, account.totp_step, account.totp_enabled_at = "", 0, None
    db.exec(delete(RecoveryCode).where(col(RecoveryCode.account_id) == account.id))
    db.flush()
    events.record(db, "account", account.id)


def spend(db: Session, account: Account, code: str) -> bool:
    """Whether it is a code of the app or a recovery code; either is good once."""
    return _spend_step(db, account, code) or _spend_recovery(db, account, code)


def _own(db: Session, actor: Actor) -> Account:
    account = queries.lock(db, actor.require())
    if account is None:
        raise NotFound(t(messages.NO_ACCOUNT))
    return account


def _secret(account: Account) -> str:
    # Derived, so that the database alone, e.g. a stolen backup, makes no codes.
    digest = ids.sign(get_settings().secret, "authenticator", account.id, account.totp_seed)
    return base64.b32encode(bytes.fromhex(digest)[:20]).decode()


def _spend_step(db: Session, account: Account, code: str) -> bool:
    code = "".join(code.split())
    if not code.isascii():
        return False
    app, present = TOTP(_secret(account)), int(clock.now().timestamp()) // _STEP_S
    matching = [present + n for n in _NEIGHBOURS if ids.same(app.generate_otp(present + n), code)]
    if not matching:
        return False
    taken = db.exec(
        update(Account)
        .where(col(Account.id) == account.id, col(Account.totp_step) < matching[0])
        .values(totp_step=matching[0])
        .execution_options(synchronize_session=False)
    )
    return taken.rowcount == 1


def _spend_recovery(db: Session, account: Account, code: str) -> bool:
    taken = db.exec(
        update(RecoveryCode)
        .where(
            col(RecoveryCode.account_id) == account.id,
            col(RecoveryCode.code_hash) == _hash(account, code),
            col(RecoveryCode.used_at).is_(None),
        )
        .values(used_at=clock.now())
        .execution_options(synchronize_session=False)
    )
    return taken.rowcount > 0


def count_recovery_codes(db: Session, actor: Actor) -> int:
    """How many of the caller's recovery codes are left."""
    left = select(RecoveryCode.id).where(
        RecoveryCode.account_id == actor.require(), col(RecoveryCode.used_at).is_(None)
    )
    return len(db.exec(left).all())


def _hash(account: Account, code: str) -> str:
    plain = "".join(c for c in code.lower() if c.isalnum() and c.isascii())
    return ids.sign(get_settings().secret, "recovery code", account.id, plain)
