"""Perceptual hashes of uploaded photos: computed by jobs, looked up by Hamming distance."""

import io
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlmodel import Session, col, or_, select

from marketplace.core.errors import NotFound
from marketplace.db.database import read_only, unit_of_work
from marketplace.db.upsert import insert_or_update
from marketplace.domain import jobs
from marketplace.domain.media import fingerprints, naming, queries
from marketplace.domain.media.fingerprints import Fingerprint
from marketplace.domain.media.schemas import StoredBytes
from marketplace.domain.media.stored_images import find_image, read_image
from marketplace.models import PhotoHash, Upload, UploadKind

HASH_JOB = "media.hash"
# Photos of one step of the hourly task.
_BATCH = 25
# Bits in which a copy may differ: it may be scaled, recompressed, cropped by a twentieth or carry a watermark.
COPY = 11
# Bits in which the same file sent again may differ: scaled and recompressed, nothing else.
RESENT = 4
# The most copies of a photo that are returned: those uploaded first, so that a flood of copies can't hide an earlier one.
MOST_COPIES = 200
# Photos that one statement looks up: each has some hundreds of values, and databases allow some tens of thousands.
_LOOKED_UP = 40
_NAMES = ("band_0", "band_1", "band_2", "band_3")
_COLUMNS = (PhotoHash.band_0, PhotoHash.band_1, PhotoHash.band_2, PhotoHash.band_3)


class NearPhoto(NamedTuple):
    """A photo whose hash is near another one; `bits` is the number of bits in which they differ."""

    upload_id: str
    bits: int


def enqueue(db: Session, upload_ids: Iterable[str]) -> None:
    """Enqueue the hashing of new photos."""
    jobs.enqueue(db, HASH_JOB, {"upload_ids": sorted(upload_ids)})


def hash_now(upload_ids: Sequence[str]) -> int:
    """Hash those of the photos that have no hash yet, without an open transaction while the store is used; idempotent.

    Returns:
        0, since all photos are hashed in one step.

    Raises:
        Unavailable: the store is unavailable.
    """
    with read_only() as db:
        done = _hashed(db, upload_ids)
        images = {each: find_image(db, each, _width(db, each)) for each in upload_ids if each not in done}
    hashes = {upload_id: _read(image) for upload_id, image in images.items() if image is not None}
    with unit_of_work() as db:
        rows = [make_row(upload.id, hashes[upload.id]).model_dump() for upload in queries.list_by_ids(db, hashes)]
        if rows:
            # Another process may have hashed some of them meanwhile.
            db.execute(insert_or_update(db, PhotoHash).on_conflict_do_nothing(), rows)
    return 0


def hash_missing() -> int:
    """Hash a batch of the photos that have no hash yet, e.g. those uploaded before there were hashes.

    Returns:
        Their number; call again until it is 0.
    """
    with read_only() as db:
        upload_ids = list(
            db.exec(
                select(Upload.id)
                .outerjoin(PhotoHash, col(PhotoHash.upload_id) == Upload.id)
                .where(Upload.kind == UploadKind.IMAGE, col(PhotoHash.upload_id).is_(None))
                .order_by(col(Upload.id).desc())
                .limit(_BATCH)
            )
        )
    hash_now(upload_ids)
    return len(upload_ids)


def make_row(upload_id: str, made: Fingerprint | None) -> PhotoHash:
    """Make the row of a photo; without a fingerprint, the row only records that the photo was processed."""
    if made is None:
        return PhotoHash(upload_id=upload_id)
    bands = dict(zip(_NAMES, fingerprints.split(made.bits), strict=True))
    return PhotoHash(upload_id=upload_id, colours=made.colours.hex(), **bands)


def list_fingerprints(db: Session, upload_ids: Iterable[str]) -> dict[str, Fingerprint]:
    """Return the fingerprints of these photos by upload id; photos without contrast have none."""
    rows = db.exec(select(PhotoHash).where(col(PhotoHash.upload_id).in_(set(upload_ids)))).all()
    return {row.upload_id: made for row in rows if (made := _read_row(row)) is not None}


def list_copies(db: Session, made: Fingerprint, most: int) -> list[NearPhoto]:
    """List photos that resemble this one and differ in at most `most` bits of the hash, the nearest first.

    Returns at most MOST_COPIES, those uploaded first.
    """
    return list_copies_of_all(db, {"": made}, most)[""]


def list_copies_of_all(db: Session, wanted: Mapping[str, Fingerprint], most: int) -> dict[str, list[NearPhoto]]:
    """List the copies of many photos, by the keys of `wanted`: for each like `list_copies`, but with few statements for all."""
    near: dict[str, list[NearPhoto]] = {key: [] for key in wanted}
    ordered = list(wanted)
    for start in range(0, len(ordered), _LOOKED_UP):
        keys = ordered[start : start + _LOOKED_UP]
        # By band and value: the photos that a row with this value may be a copy of.
        lookup: tuple[defaultdict[int, set[str]], ...] = tuple(defaultdict(set) for _ in _COLUMNS)
        for key in keys:
            for values, band in zip(lookup, fingerprints.split(wanted[key].bits), strict=True):
                for value in fingerprints.near_bands(band, most):
                    values[value].add(key)
        in_a_band = or_(*(col(column).in_(list(values)) for column, values in zip(_COLUMNS, lookup, strict=True)))
        for row in db.exec(select(PhotoHash).where(in_a_band).order_by(col(PhotoHash.upload_id))):
            found = _read_row(row)
            if found is None:
                continue
            bands = zip(lookup, fingerprints.split(found.bits), strict=True)
            for key in set().union(*(values.get(band, ()) for values, band in bands)):
                if len(near[key]) < MOST_COPIES and wanted[key].resembles(found, most):
                    near[key].append(NearPhoto(row.upload_id, fingerprints.distance(wanted[key].bits, found.bits)))
    return {key: sorted(photos, key=lambda photo: (photo.bits, photo.upload_id)) for key, photos in near.items()}


def _read(image: StoredBytes) -> Fingerprint | None:
    try:
        data = read_image(image)
    except NotFound:
        return None
    # Pillow is loaded with the first picture: few processes ever decode one.
    from PIL import Image

    with Image.open(io.BytesIO(data)) as decoded:
        return fingerprints.fingerprint(decoded)


def _width(db: Session, upload_id: str) -> int:
    """Width of the smallest stored size that shows all details a hash needs."""
    found = queries.list_by_ids(db, [upload_id])
    return naming.image_widths(found[0].width)[0] if found else 0


def _hashed(db: Session, upload_ids: Iterable[str]) -> set[str]:
    return set(db.exec(select(PhotoHash.upload_id).where(col(PhotoHash.upload_id).in_(set(upload_ids)))))


def _read_row(row: PhotoHash) -> Fingerprint | None:
    bands = (row.band_0, row.band_1, row.band_2, row.band_3)
    if None in bands:
        return None
    bits = fingerprints.join(tuple(band for band in bands if band is not None))
    return Fingerprint(bits, bytes.fromhex(row.colours))
