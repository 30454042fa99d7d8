"""Mails that tell a person what happened to their account. None carries a code, a token or a link that signs in."""

from sqlmodel import Session

from marketplace import clock
from marketplace.actor import Actor
from marketplace.domain import outbox
from marketplace.domain.accounts import devices
from marketplace.models import Account
from marketplace.settings import get_settings
from marketplace.texts import t


def _send(db: Session, account: Account, subject: str, *paragraphs: str, purpose: str, to: str = "") -> None:
    settings = get_settings()
    text = "\n\n".join((t("Hello {name},", name=account.name), *paragraphs, f"{settings.site_name}\n{settings.url}"))
    outbox.mail(db, to or account.email, subject, text, purpose=purpose, account_id=account.id)


def _not_you() -> str:
    return t("If that was not you, choose a new password with “Forgot password?” at once: it ends every session.")


def tell_new_device(db: Session, account: Account, actor: Actor) -> None:
    """Somebody signed in from a device the account never used."""
    _send(
        db,
        account,
        t("New sign-in to your account at {site}", site=get_settings().site_name),
        t(
            "Your account was used to sign in from a new device: {device}, network address {address}, on {time}.",
            device=devices.describe(actor.user_agent),
            address=actor.address or t("unknown"),
            time=f"{clock.now():%d %b %Y, %H:%M} UTC",
        ),
        _not_you(),
        purpose="new_device",
    )


def tell_password_changed(db: Session, account: Account) -> None:
    """The password is another now."""
    _send(
        db,
        account,
        t("Your password at {site} was changed", site=get_settings().site_name),
        t("Your password was changed on {time}.", time=f"{clock.now():%d %b %Y, %H:%M} UTC"),
        _not_you(),
        purpose="password_changed",
    )


def tell_email_changed(db: Session, account: Account, old_email: str) -> None:
    """The account moved to another address; told to the old one."""
    _send(
        db,
        account,
        t("Your email at {site} was changed", site=get_settings().site_name),
        t("From now on your account uses another email. This address gets no more mail from us."),
        t("If that was not you, please write to us at once."),
        purpose="email_changed",
        to=old_email,
    )


def tell_suspended(db: Session, account: Account) -> None:
    """The account can't be used until it is restored."""
    _send(
        db,
        account,
        t("Your account at {site} is suspended", site=get_settings().site_name),
        t("The reason: {reason}", reason=account.suspended_reason),
        t("Your ads are hidden meanwhile. If you think this is a mistake, please write to us."),
        purpose="suspended",
    )


def tell_restored(db: Session, account: Account) -> None:
    """The account can be used again."""
    _send(
        db,
        account,
        t("Your account at {site} is restored", site=get_settings().site_name),
        t("You can sign in again, and your ads are back."),
        purpose="restored",
    )


def tell_deleted(db: Session, email: str, name: str) -> None:
    """The account is gone; the last mail it gets, tied to nothing any more."""
    settings = get_settings()
    paragraphs = (
        t("Hello {name},", name=name),
        t("Your account has been deleted, as you asked. Your ads are gone; messages you sent stay without your name."),
        f"{settings.site_name}\n{settings.url}",
    )
    subject = t("Your account at {site} was deleted", site=settings.site_name)
    outbox.mail(db, email, subject, "\n\n".join(paragraphs), purpose="deleted")
