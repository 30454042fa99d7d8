"""Second factor: time-based codes of an authenticator app (RFC 6238), with recovery codes for a lost app."""

import base64

import segno
from pyotp.totp import TOTP
from sqlmodel import Session, col, delete, select, update

from marketplace.core import clock, events, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, RuleBroken
from marketplace.db import tags
from marketplace.domain.accounts import attempts, messages
from marketplace.domain.accounts.schemas import FactorSetup
from marketplace.domain.phases import Finish, two_phase
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountKind, RecoveryCode
from marketplace.settings import get_settings

_RECOVERY_CODES = 10
_STEP_S = 30
# Longest code, including spaces and dashes.
_CODE_LENGTH = 100
_NEIGHBOURS = (0, -1, 1)


def is_compulsory(kind: AccountKind) -> bool:
    """Whether accounts of a kind must have a second factor: administrators, if SITE_URL is public."""
    return kind is AccountKind.ADMIN and not get_settings().is_loopback


@two_phase
def start_second_factor(actor: Actor, password: str) -> Finish[FactorSetup]:
    """Create a secret for the authenticator app; it takes effect once `confirm_second_factor` gets a code of it.

    Raises:
        NotSignedIn: the caller is anonymous.
        RuleBroken: wrong password.
        Conflict: a second factor is already enabled.
    """
    proof = attempts.confirm(actor, attempts.find_own(actor), password)

    def finish(db: Session, actor: Actor) -> FactorSetup:
        account = attempts.lock_own(db, actor)
        if account.totp_enabled_at:
            raise Conflict(t(messages.FACTOR_ON))
        proof.use(account)
        return create_secret(db, account)

    return finish


def create_secret(db: Session, account: Account) -> FactorSetup:
    """Create a secret for an account, without any checks."""
    account.totp_seed, account.totp_step, account.totp_enabled_at = ids.new_token(), 0, None
    db.flush()
    uri = TOTP(_secret(account), name=account.email, issuer=get_settings().site_name).provisioning_uri()
    picture = segno.make(uri, error="m", micro=False).svg_inline(scale=5, border=4, dark="#000", light="#fff")
    return FactorSetup(_secret(account), uri, picture)


def confirm_second_factor(db: Session, actor: Actor, code: str) -> list[str]:
    """Enable the second factor with a first code of the app; returns recovery codes, shown only once.

    Raises:
        RuleBroken: no secret was created, or a wrong code.
        Conflict: it is already enabled.
    """
    account = attempts.lock_own(db, actor)
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
    """Enable the second factor and return its recovery codes."""
    account.totp_enabled_at = clock.now()
    fresh = [ids.new_recovery_code() for _ in range(_RECOVERY_CODES)]
    db.exec(delete(RecoveryCode).where(col(RecoveryCode.account_id) == account.id))
    db.add_all(RecoveryCode(account_id=account.id, code_hash=_hash(account, code)) for code in fresh)
    db.flush()
    events.record(db, "account", account.id)
    return fresh


@two_phase
def disable_second_factor(actor: Actor, password: str, code: str) -> Finish[None]:
    """Disable the second factor.

    Raises:
        RuleBroken: wrong password or code, none enabled, or compulsory for this account.
    """
    proof = attempts.confirm(actor, attempts.find_own(actor), password)

    def finish(db: Session, actor: Actor) -> None:
        account = attempts.lock_own(db, actor)
        if not account.totp_enabled_at:
            raise RuleBroken(t(messages.FACTOR_OFF))
        if is_compulsory(account.kind):
            raise RuleBroken(t(messages.FACTOR_KEPT))
        proof.use(account)
        if not spend(db, account, code):
            attempts.count_failure(actor, account.kind, account.email)
            raise RuleBroken(t(messages.FACTOR_WRONG))
        remove(db, account)

    return finish


def remove(db: Session, account: Account) -> None:
    """Remove the secret and the recovery codes."""
    account.totp_seed, account.totp_step, account.totp_enabled_at = "", 0, None
    db.exec(delete(RecoveryCode).where(col(RecoveryCode.account_id) == account.id))
    db.flush()
    events.record(db, "account", account.id)


def spend(db: Session, account: Account, code: str) -> bool:
    """Consume a code of the app or a recovery code; returns whether it was valid. Each works once."""
    if len(code) > _CODE_LENGTH:
        return False
    return _spend_step(db, account, code) or _spend_recovery(db, account, code)


def _secret(account: Account) -> str:
    # Derived with SECRET_KEY, so that a stolen database can't generate codes.
    digest = ids.sign(get_settings().secret, "authenticator", account.id, account.totp_seed)
    return base64.b32encode(bytes.fromhex(digest)[:20]).decode()


def _spend_step(db: Session, account: Account, code: str) -> bool:
    code = "".join(code.split())
    if not code.isascii():
        return False
    app, present = TOTP(_secret(account)), int(clock.now().timestamp()) // _STEP_S
    matching = [present + n for n in _NEIGHBOURS if ids.constant_time_equal(app.generate_otp(present + n), code)]
    if not matching:
        return False
    taken = db.exec(
        update(Account)
        .where(col(Account.id) == account.id, col(Account.totp_step) < matching[0])
        .values(totp_step=matching[0])
        # The step is not public.
        .execution_options(synchronize_session=False, **tags.ROWS_NOTED)
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
    """Count the caller's unused recovery codes."""
    left = select(RecoveryCode.id).where(
        RecoveryCode.account_id == actor.require(), col(RecoveryCode.used_at).is_(None)
    )
    return len(db.exec(left).all())


def _hash(account: Account, code: str) -> str:
    plain = "".join(c for c in code.lower() if c.isalnum() and c.isascii())
    return ids.sign(get_settings().secret, "recovery code", account.id, plain)
