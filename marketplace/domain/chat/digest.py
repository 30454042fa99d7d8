"""Digest mails about unread messages, one for each person."""

from datetime import timedelta

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.lines import lines
from marketplace.domain import outbox
from marketplace.domain.chat import digest_queries, messages, views
from marketplace.i18n.texts import t, tn
from marketplace.models import Account, AccountKind
from marketplace.settings import get_settings

DIGESTS = outbox.Subscription("digest", "/api/messages/digest/unsubscribe", "wants_digest")
_PAGES = {AccountKind.BUYER: "/user/messages", AccountKind.SELLER: "/seller/messages"}


def mail_digests(db: Session, *, limit: int = 100) -> int:
    """Mail everyone who has left a message unread for a while, once for each message.

    Muted conversations and people who opted out are skipped.

    Args:
        limit: most people to mail; the others follow in the next call.

    Returns:
        The number of people mailed.
    """
    before = clock.now() - timedelta(minutes=get_settings().digest_after_minutes)
    people = digest_queries.lock_digest_readers(db, before, limit)
    for account in people:
        _mail(db, account)
    return len(people)


def _mail(db: Session, account: Account) -> None:
    settings = get_settings()
    rows = digest_queries.claim_digest(db, account.id)
    conversations = views.make_conversations(db, account.id, rows)
    unread = [
        lines(
            tn("{other}: {count} new message", "{other}: {count} new messages", one.unread, other=one.other.name),
            *([f"  {one.preview}"] if one.preview else []),
        )
        for one in conversations
    ]
    DIGESTS.mail(
        db,
        account,
        t(messages.DIGEST_SUBJECT, site=settings.site_name),
        messages.DIGEST_TEXT,
        name=account.name,
        lines=lines(*unread, between="\n\n"),
        link=settings.url + _PAGES[account.kind],
    )
