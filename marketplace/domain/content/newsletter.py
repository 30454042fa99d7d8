"""Newsletter with double opt-in and one-click unsubscribe."""

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace.core import clock, email_address, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.domain import consents, outbox
from marketplace.domain.content import messages, queries
from marketplace.domain.phases import Finish, two_phase
from marketplace.i18n.texts import t
from marketplace.integrations import limits
from marketplace.models import Account, ConsentPurpose, ConsentWay, NewsletterSubscriber
from marketplace.settings import get_settings


@two_phase
def subscribe(actor: Actor, email: str) -> Finish[None]:
    """Request the newsletter; nothing else is sent until the address confirms. The answer never reveals whether it is
    known.

    Raises:
        Invalid: not an email address.
        TooMany: too many requests from this network address or for this email.
    """
    settings = get_settings()
    limits.check(settings.limit_newsletter_address, "newsletter", actor.address)
    address = _clean(email)
    limits.hit(settings.limit_newsletter_address, "newsletter", actor.address)
    limits.hit(settings.limit_newsletter_email, "newsletter", email_address.mailbox(address))
    return lambda db, _actor: _subscribe(db, address)


def _subscribe(db: Session, email: str) -> None:
    subscriber = queries.find_subscriber(db, email)
    if subscriber is None:
        subscriber = NewsletterSubscriber(id=ids.new_id(), email=email, token_hash="")
        subscriber.token_hash = ids.hash_token(make_token(subscriber.id))
        try:
            with db.begin_nested():
                db.add(subscriber)
        except IntegrityError:
            # Somebody asked for the same address at the same moment, and that request sends the mail.
            return
    elif subscriber.confirmed_at and not subscriber.unsubscribed_at:
        return
    subscriber.confirmed_at = subscriber.unsubscribed_at = None
    db.flush()
    _ask_to_confirm(db, subscriber)


def confirm(db: Session, actor: Actor, token: str) -> None:
    """Confirm a subscription; idempotent.

    Raises:
        NotFound: no such token, or unsubscribed.
    """
    del actor  # the token is the permission
    subscriber = queries.find_subscriber_by_token(db, ids.hash_token(token))
    if subscriber is None or subscriber.unsubscribed_at:
        raise NotFound(t(messages.BAD_LINK))
    subscriber.confirmed_at = subscriber.confirmed_at or clock.now()
    consents.give(db, ConsentPurpose.NEWSLETTER, ConsentWay.MAIL_LINK, address=subscriber.email)
    db.flush()


def unsubscribe(db: Session, actor: Actor, token: str) -> None:
    """End a subscription at once, confirmed or not; idempotent.

    Raises:
        NotFound: no such token.
    """
    del actor  # the token is the permission
    subscriber = queries.find_subscriber_by_token(db, ids.hash_token(token))
    if subscriber is None:
        raise NotFound(t(messages.BAD_LINK))
    _end(db, subscriber)


def leave_newsletter(db: Session, actor: Actor) -> None:
    """End the subscription of the caller's address, without a link from a mail; idempotent.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    account = db.get(Account, actor.require())
    if account and (subscriber := queries.find_subscriber(db, account.email)):
        _end(db, subscriber)


def _end(db: Session, subscriber: NewsletterSubscriber) -> None:
    subscriber.unsubscribed_at = subscriber.unsubscribed_at or clock.now()
    consents.withdraw(db, ConsentPurpose.NEWSLETTER, address=subscriber.email)
    db.flush()


def make_token(subscriber_id: str) -> str:
    """Token for a subscriber's links; derived, so later mails can contain it although only its hash is stored."""
    return ids.sign(get_settings().secret, "newsletter", subscriber_id)


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
        unsubscribe_link=f"{settings.url}/api/newsletter/unsubscribe?token={token}",
    )


def _clean(email: str) -> str:
    address = email_address.parse(email)
    if address is None:
        raise Invalid(t(messages.BAD_EMAIL), "email")
    return address
