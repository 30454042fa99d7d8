"""Links in mails that stop one kind of mail without a login."""

from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.domain import consents
from marketplace.domain.outbox import messages, service
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


@dataclass(frozen=True, slots=True)
class Subscription:
    """Mails of one kind that an account gets until it stops them by the link in each.

    Attributes:
        purpose: as for `mail`; a token of one kind stops no other.
        path: of the endpoint that stops them.
        preference: name of the attribute of the account that says whether it gets them.
    """

    purpose: str
    path: str
    preference: str = ""

    def mail(
        self, db: Session, account: Account, subject: str, text: str, *, about_id: str = "", **values: Any
    ) -> None:
        """Enqueue such a mail in the running transaction.

        Args:
            text: message id; `stop` in it becomes the link.
            about_id: what the mails are sent for, if it is not the account.
            values: of the text.
        """
        stop = make_unsubscribe_link(self.path, self.purpose, about_id or account.id)
        body = t(text, stop=stop, person=account.name, **values)
        to, kind = account.email, self.purpose
        service.mail(db, to, subject, body, purpose=kind, account_id=account.id, unsubscribe_link=stop)

    def stop(self, db: Session, actor: Actor, token: str) -> None:
        """Unsubscribe the account that such a mail was sent to; idempotent.

        Raises:
            NotFound: the token was not made for this kind of mail, or the account is gone.
        """
        del actor  # the token is the permission
        account = db.get(Account, read_unsubscribe_token(self.purpose, token))
        if account is None:
            raise NotFound(t(messages.BAD_LINK))
        setattr(account, self.preference, False)
        consents.withdraw(db, consents.PREFERENCES[self.preference], account_id=account.id)
        db.add(account)
        db.flush()


def _sign(purpose: str, subject_id: str) -> str:
    return ids.sign(get_settings().secret, purpose, subject_id)
