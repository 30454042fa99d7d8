"""Mails about security events of an account. None contains a code, a token or a link that signs in."""

from datetime import UTC, datetime

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.dates import format_moment
from marketplace.core.lines import lines, quote
from marketplace.domain import outbox
from marketplace.domain.accounts import devices, rules
from marketplace.i18n.texts import t
from marketplace.models import Account
from marketplace.settings import get_settings


def _send(db: Session, account: Account, subject: str, *paragraphs: str, purpose: str, to: str = "") -> None:
    settings = get_settings()
    signature = lines(settings.site_name, settings.url)
    text = lines(t("Hello {name},", name=account.name), *paragraphs, signature, between="\n\n")
    outbox.mail(db, to or account.email, subject, text, purpose=purpose, account_id=account.id)


def _not_you() -> str:
    return t("If this wasn't you, reset your password with “Forgot password?” now. That signs you out everywhere.")


def mail_new_device(db: Session, account: Account, actor: Actor) -> None:
    """Mail about a sign-in from a new device."""
    _send(
        db,
        account,
        t("New sign-in to your account at {site}", site=get_settings().site_name),
        t(
            "Someone signed in to your account from a new device: {device}, IP address {address}, on {time}.",
            device=devices.describe(actor.user_agent),
            address=actor.address or t("unknown"),
            time=f"{format_moment(clock.now(), UTC)} UTC",
        ),
        _not_you(),
        purpose="new_device",
    )


def mail_password_changed(db: Session, account: Account) -> None:
    """Mail about a password change."""
    _send(
        db,
        account,
        t("Your password at {site} was changed", site=get_settings().site_name),
        t("Your password was changed on {time}.", time=f"{format_moment(clock.now(), UTC)} UTC"),
        _not_you(),
        purpose="password_changed",
    )


def mail_email_changed(db: Session, account: Account, old_email: str) -> None:
    """Mail about an email change, sent to the old address."""
    _send(
        db,
        account,
        t("Your email at {site} was changed", site=get_settings().site_name),
        t("Your account now uses another email address. We won't send any more emails to this one."),
        t("If this wasn't you, please contact us right away."),
        purpose="email_changed",
        to=old_email,
    )


def mail_suspended(db: Session, account: Account) -> None:
    """Mail about a suspension."""
    _send(
        db,
        account,
        t("Your account at {site} is suspended", site=get_settings().site_name),
        t("The reason: {reason}", reason=account.suspended_reason),
        *([end] if (end := rules.describe_end(account.suspended_until)) else []),
        t("You can't sign in, and your ads are hidden. If you think this is a mistake, you can appeal once:"),
        f"{get_settings().url}/appeal",
        purpose="suspended",
    )


def mail_restored(db: Session, account: Account, *, note: str = "", by_time: bool = False) -> None:
    """Mail about the end of a suspension, with a sentence of the administrator if there is one, or because its time is over."""
    _send(
        db,
        account,
        t("Your account at {site} is restored", site=get_settings().site_name),
        *([t("The time of your suspension is over.")] if by_time else []),
        t("You can sign in again, and your ads are visible again."),
        *([quote(note)] if note else []),
        purpose="restored",
    )


def mail_dormant(db: Session, account: Account, erased_at: datetime) -> None:
    """Mail that an unused account will be erased, and how to keep it."""
    _send(
        db,
        account,
        t("Your account at {site} will be erased", site=get_settings().site_name),
        t(
            "Nobody has used your account for a long time. We will erase it, with your ads and personal data, on {time}.",
            time=f"{format_moment(erased_at, UTC)} UTC",
        ),
        t("To keep it, sign in before then:"),
        get_settings().url,
        purpose="dormant",
    )


def mail_deleted(db: Session, email: str, name: str, *, at_own_request: bool = True) -> None:
    """Mail about the deletion; the outbox row is not tied to the account."""
    settings = get_settings()
    requested = t(
        "Your account and your ads have been deleted, as you requested. Messages you sent remain, without your name."
    )
    unused = t(
        "Your account and your ads have been deleted, since nobody used the account after our notice. Messages you sent "
        "remain, without your name."
    )
    paragraphs = (
        t("Hello {name},", name=name),
        requested if at_own_request else unused,
        lines(settings.site_name, settings.url),
    )
    subject = t("Your account at {site} was deleted", site=settings.site_name)
    outbox.mail(db, email, subject, lines(*paragraphs, between="\n\n"), purpose="deleted")
