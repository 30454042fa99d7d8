"""One-time codes sent by mail. A code is derived from its row's id with SECRET_KEY, so the database never contains it
in clear text.
"""

from datetime import timedelta

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select, update

from marketplace.core import clock, email_address, ids
from marketplace.core.actor import Actor
from marketplace.core.lines import lines
from marketplace.domain import outbox
from marketplace.domain.accounts import messages
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import AccountKind, CodePurpose, OneTimeCode
from marketplace.settings import get_settings

_ADDRESS_LENGTH = 64


def check_address(actor: Actor) -> None:
    """Check that the network address may request another code; called before any parsing.

    Raises:
        TooMany: the limit is reached.
    """
    if actor.address:
        limits.check(get_settings().limit_codes_address, "code", actor.address)


def spend_limits(actor: Actor, email: str, kind: AccountKind, purpose: CodePurpose) -> None:
    """Count a request for a code, whether or not the email is known. The limit is for the mailbox without `+tag`.

    Raises:
        TooMany: too many requests for the mailbox, or from the network address.
    """
    settings = get_settings()
    key = ("code", purpose.value, kind.value, email_address.mailbox(email))
    # The longest wait first, so that a stated wait is enough.
    rules: list[tuple[str, tuple[str, ...]]] = [(settings.limit_codes_hour, key), (settings.limit_codes_minute, key)]
    if actor.address:
        rules.insert(0, (settings.limit_codes_address, ("code", actor.address)))
    # A refused request is not counted by the other limits.
    for rule, what in rules:
        limits.check(rule, *what)
    for rule, what in rules:
        limits.hit(rule, *what)


def send(
    db: Session,
    email: str,
    kind: AccountKind,
    purpose: CodePurpose,
    *,
    account_id: str | None = None,
    deliver: bool = True,
) -> None:
    """Create a code, invalidate earlier ones, and mail it; for an unknown email (not `deliver`) a mail is queued alike but never sent."""
    now, settings = clock.now(), get_settings()
    same = (col(OneTimeCode.email) == email, col(OneTimeCode.kind) == kind, col(OneTimeCode.purpose) == purpose)
    if purpose is CodePurpose.EMAIL_CHANGE:
        # The latest of several email changes counts.
        same = (col(OneTimeCode.account_id) == account_id, col(OneTimeCode.purpose) == purpose)
    # A verified code stays valid, so that others can't invalidate it by requesting a code.
    waiting = (col(OneTimeCode.ended_at).is_(None), col(OneTimeCode.verified_at).is_(None))
    db.exec(update(OneTimeCode).where(*same, *waiting).values(ended_at=now))
    code_id = ids.new_id()
    db.add(
        OneTimeCode(
            id=code_id,
            email=email,
            kind=kind,
            purpose=purpose,
            account_id=account_id,
            code_hash=_hash(code_id, ids.derive_code(settings.secret, code_id)),
            expires_at=now + timedelta(minutes=settings.otp_minutes),
        )
    )
    db.flush()
    _mail(db, email if deliver else "", purpose, code_id, account_id)


def _hash(code_id: str, code: str) -> str:
    return ids.sign(get_settings().secret, "hash of one-time code", code_id, code)


def _mail(db: Session, email: str, purpose: CodePurpose, code_id: str, account_id: str | None) -> None:
    settings = get_settings()
    # Tests and mail programs find the code as the only six digits, so the text has no name, address or link.
    text = lines(
        t(messages.CODE_LINES[purpose]),
        "    {code}",
        t("It works once and expires in {minutes} minutes. A newer code replaces it.", minutes=settings.otp_minutes),
        t("If you didn't request it, you can ignore this email."),
        t("Don't share it with anyone, not even with us."),
        settings.site_name,
        between="\n\n",
    )
    subject = t("Your code for {site}", site=settings.site_name)
    outbox.mail(db, email, subject, text, purpose="code", account_id=account_id, code_seed=code_id, can_wait=False)


def try_code(
    db: Session, code: str, purpose: CodePurpose, *, kind: AccountKind | None = None, **whose: str
) -> OneTimeCode | None:
    """Count an attempt on the newest valid code, and consume the code if it is right.

    Each concurrent caller consumes an attempt, and at most one gets the code: both are conditional UPDATEs.
    A wrong attempt must be committed although the caller raises (`commits=True`).

    Args:
        whose: `email` or `account_id`, with `kind` for the former.

    Returns:
        The code's row, now verified; None if wrong, used, blocked by failed attempts, replaced or expired.
    """
    now, most = clock.now(), get_settings().otp_tries
    owner = [getattr(OneTimeCode, name) == value for name, value in whose.items()]
    if kind:
        owner.append(OneTimeCode.kind == kind)
    row = db.exec(
        select(OneTimeCode)
        .where(OneTimeCode.purpose == purpose, *owner)
        .order_by(col(OneTimeCode.id).desc())
        .limit(1)
        .execution_options(populate_existing=True)
    ).first()
    if row is None:
        return None
    tried = _change(
        db, row, col(OneTimeCode.expires_at) > now, col(OneTimeCode.tries) < most, tries=OneTimeCode.tries + 1
    )
    code = code.strip()
    if not tried or not code.isascii() or not ids.constant_time_equal(row.code_hash, _hash(row.id, code)):
        return None
    return row if _change(db, row, verified_at=now) else None


def _change(db: Session, row: OneTimeCode, *conditions: ColumnElement[bool], **values: object) -> bool:
    changed = db.exec(
        update(OneTimeCode)
        .where(
            col(OneTimeCode.id) == row.id,
            col(OneTimeCode.verified_at).is_(None),
            col(OneTimeCode.ended_at).is_(None),
            *conditions,
        )
        .values(**values)
        .execution_options(synchronize_session=False)
    )
    return changed.rowcount == 1


def make_proof(db: Session, row: OneTimeCode, actor: Actor) -> str:
    """Bind a verified code to the client that entered it; returns a random token, of which only the hash is stored."""
    token = ids.new_token()
    row.proof_hash, row.verified_from = ids.hash_token(token), actor.address[:_ADDRESS_LENGTH]
    db.flush()
    return token


def spend_proof(db: Session, actor: Actor, email: str, kind: AccountKind, token: str) -> bool:
    """Consume the proof that the email was recently verified for a registration.

    Args:
        token: from `make_proof`; if empty, the code must have been entered from the caller's network address.

    Returns:
        False if there is no such proof. A wrong token is refused even from the same address.
    """
    if not token and not actor.address:
        return False
    now = clock.now()
    holder = (
        col(OneTimeCode.proof_hash) == ids.hash_token(token)
        if token
        else col(OneTimeCode.verified_from) == actor.address[:_ADDRESS_LENGTH]
    )
    spent = db.exec(
        update(OneTimeCode)
        .where(
            col(OneTimeCode.email) == email,
            col(OneTimeCode.kind) == kind,
            col(OneTimeCode.purpose) == CodePurpose.REGISTER,
            holder,
            col(OneTimeCode.verified_at) > now - timedelta(minutes=get_settings().otp_verified_minutes),
            col(OneTimeCode.ended_at).is_(None),
        )
        .values(ended_at=now)
        .execution_options(synchronize_session=False)
    )
    return spent.rowcount > 0


def find_pending_email(db: Session, account_id: str) -> str:
    """Return the new email that the account has not confirmed yet; empty if there is none."""
    return (
        db.exec(
            select(OneTimeCode.email)
            .where(
                OneTimeCode.account_id == account_id,
                OneTimeCode.purpose == CodePurpose.EMAIL_CHANGE,
                col(OneTimeCode.verified_at).is_(None),
                col(OneTimeCode.ended_at).is_(None),
                OneTimeCode.expires_at > clock.now(),
                OneTimeCode.tries < get_settings().otp_tries,
            )
            .order_by(col(OneTimeCode.id).desc())
        ).first()
        or ""
    )
