"""Saves form input that was not submitted yet, so that it can be restored."""

import json
from typing import Any

from sqlmodel import Session

from marketplace.core import clock, events
from marketplace.core.actor import Actor
from marketplace.core.errors import TooLarge
from marketplace.domain.ads import messages, queries
from marketplace.domain.ads.schemas import SavedDraft
from marketplace.domain.locks import lock_account
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, AdDraftSave

MAX_BYTES = 100_000


def save_draft(db: Session, actor: Actor, content: dict[str, Any], *, ad_id: str = "") -> SavedDraft:
    """Save the caller's form input, replacing the saved one.

    Args:
        content: the form's own JSON values.
        ad_id: the ad being edited; empty for a new one.

    Raises:
        NotSignedIn, Forbidden: not a seller or admin.
        TooLarge: the content exceeds MAX_BYTES.
    """
    own = actor.require(AccountKind.SELLER, AccountKind.ADMIN)
    if len(json.dumps(content)) > MAX_BYTES:
        raise TooLarge(t(messages.DRAFT_TOO_LARGE))
    # Two tabs of one person must not both insert the first row.
    lock_account(db, own)
    row = queries.find_draft(db, own, ad_id)
    if row is None:
        row = AdDraftSave(seller_id=own, ad_key=ad_id[:26])
        events.record(db, "ads", own, subject=ad_id)
    row.content, row.updated_at = dict(content), clock.now()
    db.add(row)
    db.flush()
    return _view(row)


def find_draft(db: Session, actor: Actor, *, ad_id: str = "") -> SavedDraft | None:
    """Return the caller's saved form input, if any.

    Raises:
        NotSignedIn, Forbidden: not a seller or admin.
    """
    own = actor.require(AccountKind.SELLER, AccountKind.ADMIN)
    row = queries.find_draft(db, own, ad_id)
    return _view(row) if row else None


def discard_draft(db: Session, actor: Actor, *, ad_id: str = "") -> None:
    """Delete the caller's saved form input, if any.

    Raises:
        NotSignedIn, Forbidden: not a seller or admin.
    """
    own = actor.require(AccountKind.SELLER, AccountKind.ADMIN)
    if row := queries.find_draft(db, own, ad_id):
        db.delete(row)
        db.flush()
        events.record(db, "ads", own, subject=ad_id)


def _view(row: AdDraftSave) -> SavedDraft:
    return SavedDraft(ad_id=row.ad_key, content=row.content, updated_at=row.updated_at)
