"""Sends the notices, in the page and by mail."""

from datetime import datetime

from sqlmodel import Session

from marketplace.domain import content, site_time
from marketplace.domain.expiry_notices import messages
from marketplace.models import Account
from marketplace.settings import get_settings


def send(
    db: Session,
    owner: Account,
    kind: str,
    *,
    name: str,
    expires_at: datetime | None,
    renewal: str,
    purpose: str,
    ad_id: str | None = None,
) -> None:
    """Notify the owner, by mail too if the account is active.

    Args:
        kind: a key of `messages.MAILS`.
        name: of what expires.
        renewal: path of the page that asks whether to renew it.
        purpose: of the mail.
        ad_id: the ad that expires, if it is one.
    """
    site = get_settings()
    date = site_time.format_day(expires_at) if expires_at else ""
    mail = content.Mail(messages.MAILS[kind], purpose, {"person": owner.name, "renew": site.url + renewal})
    content.tell(db, owner, kind, mail, values={"name": name, "date": date}, link=renewal, ad_id=ad_id)
