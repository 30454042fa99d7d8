"""Helpers shared by tests of accounts and sign-in."""

import re

from sqlmodel import Session, col, select

from marketplace.domain.accounts import passwords
from marketplace.domain.outbox.delivery import make_message
from marketplace.integrations import limits
from marketplace.models import Account, OutboxMail
from tests import factories

PASSWORD = "correct horse"
NEW_PASSWORD = "battery staple"

BUYER_FORM = {
    "name": "Asha Rao",
    "phone": "+91 98765 43210",
    "email": "asha@example.org",
    "username": "asha",
    "address": "12 Gandhi Road",
    "place": "Indiranagar",
    "password": PASSWORD,
    "confirm_password": PASSWORD,
}
SELLER_FORM = BUYER_FORM | {"whatsapp": "+91 98765 43210", "email": "shop@example.org", "username": "asha's shop"}


def with_password(db: Session, make=factories.buyer, **values) -> Account:
    """An account whose password is PASSWORD."""
    return make(db, password_hash=passwords.make_hash(PASSWORD), **values)


def mails(db: Session, to: str = "") -> list[OutboxMail]:
    """Mails that have a recipient, oldest first."""
    found = select(OutboxMail).where(OutboxMail.to != "").order_by(col(OutboxMail.id))
    found = found.execution_options(populate_existing=True)
    return [mail for mail in db.exec(found) if not to or mail.to == to]


def text_of(mail: OutboxMail) -> str:
    """The mail's text as the recipient sees it."""
    return make_message(mail).get_content()


def code_for(db: Session, email: str) -> str:
    """The code in the newest mail to the address; it is the only run of six digits there."""
    text = text_of(mails(db, email)[-1])
    codes = re.findall(r"\d{6}", text)
    assert len(codes) == 1, text
    return codes[0]


def wrong(code: str) -> str:
    """Another code."""
    return f"{(int(code) + 1) % 1_000_000:06d}"


def later() -> None:
    """A time after all limits have expired."""
    limits.reset_all()
