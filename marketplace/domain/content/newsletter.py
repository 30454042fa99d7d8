"""The newsletter: asked for, confirmed by mail, left by one click."""

from email_validator import EmailNotValidError, validate_email
from sqlmodel import Session

from marketplace import clock, ids
from marketplace.actor import Actor
from marketplace.domain import outbox
from marketplace.domain.content import messages, queries
from marketplace.errors import Invalid, NotFound
from marketplace.integrations import limits
from marketplace.models import NewsletterSubscriber
from marketplace.settings import get_settings
from marketplace.texts import t


def subscribe(db: Session, actor: Actor, email: str) -> None:
    """Ask for the newsletter; nothing is sent before the address confirms. Says the same whoever asks.

    Raises:
        Invalid: no email address.
        TooMany: too often from this network address, or for this email.
    """
    email = _clean(email)
    settings = get_settings()
    limits.spend(settings.limit_newsletter_address, "newsletter", actor.address)
    limits.spend(settings.limit_newsletter_email, "newsletter", email)
    subscriber = queries.find_subscriber(db, email)
    if subscriber is None:
        subscriber = NewsletterSubscriber(id=ids.new_id(), email=email, token_hash="")
        subscriber.token_hash = ids.hash_token(make_token(subscriber.id))
        db.add(subscriber)
    elif subscriber.confirmed_at and not subscriber.unsubscribed_at:
        return
    subscriber.confirmed_at = subscriber.unsubscribed_at = None
    db.flush()
    _ask_to_confirm(db, subscriber)


def confirm(db: Session, actor: Actor, token: str) -> None:
    """Confirm a subscription; a second time changes nothing.

    Raises:
        NotFound: no such token, or the subscription was given up.
    """
    del actor  # the token itself is the permission
    subscriber = queries.find_subscriber_by_token(db, ids.hash_token(token))
    if subscriber is None or subscriber.unsubscribed_at:
        raise NotFound(t(messages.BAD_LINK))
    subscriber.confirmed_at = subscriber.confirmed_at or clock.now()
    db.flush()


def unsubscribe(db: Session, actor: Actor, token: str) -> None:
    """Give up a subscription at once, confirmed or not; a second time changes nothing.

    Raises:
        NotFound: no such token.
    """
    del actor  # the token itself is the permission
    subscriber = queries.find_subscriber_by_token(db, ids.hash_token(token))
    if subscriber is None:
        raise NotFound(t(messages.BAD_LINK))
    subscriber.unsubscribed_at = subscriber.unsubscribed_at or clock.now()
    db.flush()


def make_token(subscriber_id: str) -> str:
    """The token of a subscriber's links; derived, so that later mails can carry it though only its hash is kept."""
    return ids.sign(get_settings().secret, "newsletter", subscriber_id)


def make_headers(subscriber_id: str) -> dict[str, str]:
    """Mail headers by which a mail program unsubscribes with one click (RFC 8058)."""
    address = f"{get_settings().url}/api/newsletter/unsubscribe?token={make_token(subscriber_id)}"
    return {"List-Unsubscribe": f"<{address}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def _ask_to_confirm(db: Session, subscriber: NewsletterSubscriber) -> None:
    settings = get_settings()
    token = make_token(subscriber.id)
    outbox.mail(
        db,
        subscriber.email,
        t(messages.CONFIRM_SUBJECT, site=settings.site_name),
        t(
            messages.CONFIRM_TEXT,
            site=settings.site_name,
            confirm=f"{settings.url}/newsletter/confirm?token={token}",
            unsubscribe=f"{settings.url}/newsletter/unsubscribe?token={token}",
        ),
        purpose="newsletter",
        headers=make_headers(subscriber.id),
    )


def _clean(email: str) -> str:
    try:
        return validate_email(email.strip(), check_deliverability=False).normalized.lower()
    except EmailNotValidError:
        message = t(messages.BAD_EMAIL)
        raise Invalid(message, errors=[{"field": "email", "message": message}]) from None
