"""What a seller has typed and not yet handed in, kept so that it can be offered again."""

import json
from typing import Any

from sqlmodel import Session

from marketplace import clock
from marketplace.actor import Actor
from marketplace.domain.ads import messages, queries
from marketplace.domain.ads.schemas import SavedDraft
from marketplace.errors import TooLarge
from marketplace.models import AccountKind, AdDraftSave
from marketplace.texts import t

MAX_BYTES = 100_000


def save_draft(db: Session, actor: Actor, content: dict[str, Any], *, ad_id: str = "") -> SavedDraft:
    """Keep what the caller has typed, in the place of what was kept before.

    Args:
        content: the form's own; JSON values only.
        ad_id: the ad being edited, empty for a new one.

    Raises:
        NotSignedIn, Forbidden: not a seller or admin.
        TooLarge: more than anybody types.
    """
    own = actor.require(AccountKind.SELLER, AccountKind.ADMIN)
    if len(json.dumps(content)) > MAX_BYTES:
        raise TooLarge(t(messages.DRAFT_TOO_LARGE))
    # Two tabs of one person must not both make the first row.
    queries.lock_account(db, own)
    row = queries.find_draft(db, own, ad_id) or AdDraftSave(seller_id=own, ad_key=ad_id[:26])
    row.content, row.updated_at = dict(content), clock.now()
    db.add(row)
    db.flush()
    return _view(row)


def find_draft(db: Session, actor: Actor, *, ad_id: str = "") -> SavedDraft | None:
    """What was kept for the caller, if anything.

    Raises:
        NotSignedIn, Forbidden: not a seller or admin.
    """
    own = actor.require(AccountKind.SELLER, AccountKind.ADMIN)
    row = queries.find_draft(db, own, ad_id)
    return _view(row) if row else None


def discard_draft(db: Session, actor: Actor, *, ad_id: str = "") -> None:
    """Forget what was kept; nothing kept is fine too.

    Raises:
        NotSignedIn, Forbidden: not a seller or admin.
    """
    own = actor.require(AccountKind.SELLER, AccountKind.ADMIN)
    if row := queries.find_draft(db, own, ad_id):
        db.delete(row)
        db.flush()


def _view(row: AdDraftSave) -> SavedDraft:
    return SavedDraft(ad_id=row.ad_key, content=row.content, updated_at=row.updated_at)
