"""Decides which files an ad may show, and removes files from ads."""

from collections.abc import Iterable

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.domain import media
from marketplace.domain.ads import messages, queries, versions
from marketplace.domain.ads.access import version_of
from marketplace.domain.ads.changing import submit_change
from marketplace.i18n.texts import t
from marketplace.models import AdStatus, Review, Upload


class AllowedUploads:
    """The uploads that a draft may show: those of given accounts, and those its ad shows already."""

    def __init__(self, db: Session, *owner_ids: str, kept: Iterable[str] = ()):
        self._db = db
        self._owner_ids = list(dict.fromkeys(owner_ids))
        # Looked up first, so that an unchanged file stays the same upload.
        uploads = queries.list_uploads(db, kept)
        self._kept = {key: row for row in uploads for key in (row.id, media.image_url(row.digest, row.width))}

    def find(self, ref: str) -> Upload | None:
        """Return the upload for an id or URL; None if it may not be shown."""
        ref = media.id_of_ref(ref)
        if ref in self._kept:
            return self._kept[ref]
        for owner_id in self._owner_ids:
            if found := media.find_uploads(self._db, owner_id, [ref], hidden=True):
                return found[0]
        return None


def remove_image(db: Session, actor: Actor, url: str) -> None:
    """Remove a file from the caller's uploads and from the submitted versions of the caller's ads.

    If the submitted version is live, a change without the file waits for review.

    Raises:
        NotSignedIn: the caller is anonymous.
        NotFound: not the caller's file.
        TooMany: too many changes of ads this hour.
    """
    own = actor.require()
    found = media.find_uploads(db, own, [url], hidden=True)
    if not found:
        raise NotFound(t(messages.NO_IMAGE))
    showing: dict[str, set[str]] = {}
    for ad_id, upload_id in queries.list_showing(db, own, found[0].digest):
        showing.setdefault(ad_id, set()).add(upload_id)
    for ad in queries.lock_each(db, showing):
        # A sold or paused ad keeps its photos until it is live again.
        if ad.status in (AdStatus.DELETED, AdStatus.PAUSED, AdStatus.SOLD):
            continue
        submitted = version_of(db, ad.submitted_version_id)
        current = versions.read(db, submitted)
        left = current.without(showing[ad.id])
        if submitted.review is Review.REJECTED:
            versions.write(db, ad, left, like=submitted)
        else:
            submit_change(db, actor, ad, submitted, current, left)
    media.remove_upload(db, actor, url)
