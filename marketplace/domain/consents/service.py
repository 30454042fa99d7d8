"""Records who agreed to what (DPDP Act 2023, section 6: in force from 13 May 2027)."""

import hashlib
from functools import lru_cache
from pathlib import Path

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.domain.consents import messages, queries
from marketplace.domain.consents.schemas import ConsentView
from marketplace.i18n.texts import t
from marketplace.models import Account, Consent, ConsentPurpose, ConsentWay

_PAGES = Path(__file__).parent.parent.parent / "content_pages"
# The settings of an account that rest on consent, by their column.
PREFERENCES = {
    "takes_calls": ConsentPurpose.CALLS,
    "wants_digest": ConsentPurpose.DIGEST_MAIL,
    "wants_wishlist_mail": ConsentPurpose.WISHLIST_MAIL,
    "wants_wanted_mail": ConsentPurpose.WANTED_MAIL,
}


def give(
    db: Session, purpose: ConsentPurpose, way: ConsentWay, *, account_id: str | None = None, address: str = ""
) -> None:
    """Record a consent with the sentence that the person saw, unless it was given before; for other domains.

    Args:
        address: the email of somebody without an account.
    """
    if queries.has(db, account_id, address, purpose):
        return
    notice = t(messages.NOTICES[purpose])
    db.add(
        Consent(
            account_id=account_id,
            address="" if account_id else address,
            purpose=purpose,
            notice=notice,
            notice_hash=hashlib.sha256(f"{notice}\n{_read_documents()}".encode()).hexdigest(),
            way=way,
        )
    )
    db.flush()


def withdraw(db: Session, purpose: ConsentPurpose, *, account_id: str | None = None, address: str = "") -> None:
    """Record that a consent was withdrawn; nothing happens without one. For other domains, which stop what rests on it."""
    queries.withdraw(db, account_id, address, [purpose], clock.now())


def withdraw_all(db: Session, account: Account) -> None:
    """Record that an account withdrew all consents, since it is deleted; for other domains."""
    queries.withdraw(db, account.id, "", list(ConsentPurpose), clock.now())


def list_consents(db: Session, actor: Actor) -> list[ConsentView]:
    """List the newest consents of the caller and of the caller's address, those that hold first; the archive has all.

    Raises:
        NotSignedIn: the caller is anonymous.
    """
    account = db.get(Account, actor.require())
    return (
        [ConsentView.of(row, withdrawn_at=row.withdrawn_at) for row in queries.list_of(db, account)] if account else []
    )


@lru_cache(maxsize=1)
def _read_documents() -> str:
    return "".join((_PAGES / name).read_text(encoding="utf-8") for name in ("terms.md", "privacy.md"))
