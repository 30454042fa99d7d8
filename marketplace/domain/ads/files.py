"""Files of dynamic fields: for the uploader, the seller, the buyer after a deal, and moderators; for all if the field is public."""

from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.domain import media
from marketplace.domain.ads import file_queries, messages, queries
from marketplace.domain.ads.file_queries import FileUse
from marketplace.domain.ads.visibility import is_insider, refusal
from marketplace.i18n.texts import t


def get_file(db: Session, actor: Actor, upload_id: str) -> media.StoredBytes:
    """Return the location of a file, for `media.read_image` to read outside the transaction.

    Raises:
        NotFound: no such file that the caller may open.
    """
    uses = file_queries.list_uses(db, upload_id) if ids.is_id(upload_id) else []
    if not any(_is_shown(actor, use) for use in uses) and not _may_open(db, actor, upload_id, uses):
        raise NotFound(t(messages.NO_FILE))
    file = media.find_file(db, upload_id)
    if file is None:
        raise NotFound(t(messages.NO_FILE))
    return file


def _is_shown(actor: Actor, use: FileUse) -> bool:
    return use.is_public and use.is_live and refusal(actor, use.ad, use.seller_status, clock.now()) is None


def _may_open(db: Session, actor: Actor, upload_id: str, uses: list[FileUse]) -> bool:
    account_id = actor.account_id
    if account_id is None:
        return False
    if any(is_insider(actor, use.ad) for use in uses):
        return True
    if file_queries.list_bought(db, account_id, {use.ad.id for use in uses if use.is_live}):
        return True
    return any(
        upload.owner_id == account_id and upload.removed_at is None for upload in queries.list_uploads(db, [upload_id])
    )
