"""Which files an ad may show, and taking a file out of ads."""

from collections.abc import Iterable

from sqlmodel import Session

from marketplace.actor import Actor
from marketplace.domain import media
from marketplace.domain.ads import lifecycle, messages, queries, versions
from marketplace.domain.ads.access import version_of
from marketplace.errors import NotFound
from marketplace.models import AdStatus, Review, Upload
from marketplace.texts import t


class Allowed:
    """The uploads that a draft may show: those of some accounts, and those that its ad submits already."""

    def __init__(self, db: Session, *owner_ids: str, kept: Iterable[str] = ()):
        self._db = db
        self._owner_ids = list(dict.fromkeys(owner_ids))
        uploads = {row.id: row for row in queries.list_uploads(db, kept)}
        urls = {file.url: uploads[upload_id] for upload_id, file in media.files_of(db, uploads).items()}
        # Found first, so that what is sent back unchanged stays the same upload.
        self._kept = {**urls, **uploads}

    def find(self, ref: str) -> Upload | None:
        """The upload that an id or URL names, None if it may not be shown."""
        if ref in self._kept:
            return self._kept[ref]
        for owner_id in self._owner_ids:
            if found := media.find_uploads(self._db, owner_id, [ref]):
                return found[0]
        return None


def remove_image(db: Session, actor: Actor, url: str) -> None:
    """Take a file out of the caller's uploads and out of what the caller's ads submit.

    Where the submitted version is the live one, a change without the file waits for review.

    Raises:
        NotSignedIn: nobody asks.
        NotFound: not the caller's file.
    """
    own = actor.require()
    found = media.find_uploads(db, own, [url])
    if not found:
        raise NotFound(t(messages.NO_IMAGE))
    showing: dict[str, set[str]] = {}
    for ad_id, upload_id in queries.list_showing(db, own, found[0].digest):
        showing.setdefault(ad_id, set()).add(upload_id)
    for ad_id, upload_ids in showing.items():
        ad = queries.lock_ad(db, ad_id)
        # A sold ad shows what it showed until it is relisted.
        if ad is None or ad.status in (AdStatus.DELETED, AdStatus.SOLD):
            continue
        submitted = version_of(db, ad.submitted_version_id)
        left = versions.read(db, submitted).without(upload_ids)
        if submitted.review is Review.REJECTED:
            versions.write(db, ad, left, like=submitted)
        else:
            lifecycle.hand_in(db, lifecycle.Role.OWNER, ad, left)
    media.remove_upload(db, actor, url)
