"""Links in mails that stop one kind of mail without a login."""

from sqlmodel import Session

from marketplace.core import ids
from marketplace.core.errors import NotFound
from marketplace.domain.outbox import messages
from marketplace.i18n.texts import t
from marketplace.models import Account
from marketplace.settings import get_settings


def make_unsubscribe_link(path: str, purpose: str, subject_id: str) -> str:
    """Return the address of an endpoint that stops mails, with a signed token.

    Args:
        path: of the endpoint, e.g. `/api/wishlist/mails/unsubscribe`.
        purpose: the kind of mail; a token of one kind stops no other.
        subject_id: what the mails are sent for: an account or a saved search.
    """
    settings = get_settings()
    return f"{settings.url}{path}?token={subject_id}.{_sign(purpose, subject_id)}"


def read_unsubscribe_token(purpose: str, token: str) -> str:
    """Return the subject's id from the token of such a link.

    Raises:
        NotFound: the token was not made for this kind of mail.
    """
    subject_id, _, signature = token.partition(".")
    if not subject_id or not ids.constant_time_equal(signature, _sign(purpose, subject_id)):
        raise NotFound(t(messages.BAD_LINK))
    return subject_id


def get_unsubscribing_account(db: Session, purpose: str, token: str) -> Account:
    """Load the account that the mails of such a link are sent to.

    Raises:
        NotFound: the token was not made for this kind of mail, or the account is gone.
    """
    account = db.get(Account, read_unsubscribe_token(purpose, token))
    if account is None:
        raise NotFound(t(messages.BAD_LINK))
    return account


def _sign(purpose: str, subject_id: str) -> str:
    return ids.sign(get_settings().secret, purpose, subject_id)
