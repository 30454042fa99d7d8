"""One-time codes by mail. A code is derived from its row's id under SECRET_KEY, so neither it nor the mail that
carries it stands in the database in clear."""

from datetime import timedelta

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select, update

from marketplace import clock, ids
from marketplace.actor import Actor
from marketplace.domain import outbox
from marketplace.domain.accounts import messages
from marketplace.integrations import limits
from marketplace.models import AccountKind, CodePurpose, OneTimeCode
from marketplace.settings import get_settings
from marketplace.texts import t


def spend_limits(actor: Actor, email: str, kind: AccountKind, purpose: CodePurpose) -> None:
    """Count one request for a code, whether or not the email is known.

    Raises:
        TooMany: too often for the email, or from the network address.
    """
    settings = get_settings()
    key = ("code", purpose.value, kind.value, email)
    # The longest wait first: who is told to come back in a minute may do so.
    rules: list[tuple[str, tuple[str, ...]]] = [(settings.limit_codes_hour, key), (settings.limit_codes_minute, key)]
    if actor.address:
        rules.insert(0, (settings.limit_codes_address, ("code", actor.address)))
    # A request that one rule refuses is not counted by the others.
    for rule, what in rules:
        limits.check(rule, *what)
    for rule, what in rules:
        limits.spend(rule, *what)


def send(
    db: Session,
    email: str,
    kind: AccountKind,
    purpose: CodePurpose,
    *,
    account_id: str | None = None,
    deliver: bool = True,
) -> None:
    """Make a code, end those before it, and mail it.

    Args:
        deliver: False for an unknown email: everything is as ever, but nothing is sent.
    """
    now, settings = clock.now(), get_settings()
    same = (col(OneTimeCode.email) == email, col(OneTimeCode.kind) == kind, col(OneTimeCode.purpose) == purpose)
    if purpose is CodePurpose.EMAIL_CHANGE:
        # Whoever changes their email twice means the second one.
        same = (col(OneTimeCode.account_id) == account_id, col(OneTimeCode.purpose) == purpose)
    db.exec(update(OneTimeCode).where(*same, col(OneTimeCode.ended_at).is_(None)).values(ended_at=now))
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
    if deliver:
        _mail(db, email, purpose, code_id, account_id)


def _hash(code_id: str, code: str) -> str:
    return ids.sign(get_settings().secret, "hash of one-time code", code_id, code)


def _mail(db: Session, email: str, purpose: CodePurpose, code_id: str, account_id: str | None) -> None:
    settings = get_settings()
    # The code is the only run of six digits: no name, address or link stands in the text.
    text = "\n\n".join(
        (
            t(messages.CODE_LINES[purpose]),
            "    {code}",
            t("It works once, for {minutes} minutes. A newer code replaces it.", minutes=settings.otp_minutes),
            t("If you did not ask for it, you need not do anything."),
            t("Never tell it to anybody, not even to us."),
            settings.site_name,
        )
    )
    subject = t("Your code for {site}", site=settings.site_name)
    outbox.mail(db, email, subject, text, purpose="code", account_id=account_id, code_seed=code_id, can_wait=False)


def try_code(
    db: Session, code: str, purpose: CodePurpose, *, kind: AccountKind | None = None, **whose: str
) -> OneTimeCode | None:
    """Spend one try on the newest live code, and the code itself if it is right.

    Parallel callers each spend a try of their own, and one at most gets the code: both are conditional UPDATEs.
    A wrong try must be committed though the caller refuses (`commits=True`).

    Args:
        whose: `email` or `account_id`, with `kind` for the former.

    Returns:
        The code's row, verified now; None when it is wrong, used, burnt, replaced or expired.
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
    if not tried or not code.isascii() or not ids.same(row.code_hash, _hash(row.id, code)):
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


def spend_verified(db: Session, email: str, kind: AccountKind) -> bool:
    """Use up the proof that the email was verified for a registration lately; False when there is none."""
    now = clock.now()
    spent = db.exec(
        update(OneTimeCode)
        .where(
            col(OneTimeCode.email) == email,
            col(OneTimeCode.kind) == kind,
            col(OneTimeCode.purpose) == CodePurpose.REGISTER,
            col(OneTimeCode.verified_at) > now - timedelta(minutes=get_settings().otp_verified_minutes),
            col(OneTimeCode.ended_at).is_(None),
        )
        .values(ended_at=now)
        .execution_options(synchronize_session=False)
    )
    return spent.rowcount > 0


def find_pending_email(db: Session, account_id: str) -> str:
    """A new email of the account that waits for its code, or nothing."""
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
