"""The photo pool: every picture of the demo by name, drawn once on all processors and kept in the media store."""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from io import BytesIO
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random

from PIL import Image

from marketplace.demo.goods import SUBCATEGORIES
from marketplace.demo.pictures.canvas import Canvas
from marketplace.demo.pictures.colours import COLOUR_NAMES, LOOKS
from marketplace.demo.pictures.people import portrait
from marketplace.demo.pictures.subjects import SUBJECTS, Spot, Subject, place
from marketplace.domain import media
from marketplace.domain.media import images
from marketplace.integrations.storage import get_store
from marketplace.settings import get_settings

# Rises when the drawings change, so that an older pool is drawn anew.
_EDITION = 5
_EFFORT = 2
# How many ads of an offer get pictures of their own; in a larger demo, ads share pictures.
_SETS_OF_AN_OFFER = 3
_OFFERS = Counter(item.picture for subcategory in SUBCATEGORIES for item in subcategory.items for _ in item.offers)
_PORTRAIT = "portrait"
_PORTRAITS = 20
_PORTRAIT_PX = 640


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn picture in the store."""

    name: str
    digest: str
    width: int
    height: int
    byte_size: int


Pool = dict[str, Picture]


def photo_sets() -> dict[str, list[list[str]]]:
    """For each subject its sets: the names of the pictures of one and the same thing, the best first."""
    return {
        subject: [
            [f"{subject}-{number}-{shot}" for shot in range(_shots(one, number))]
            for number in range(_OFFERS[subject] * _SETS_OF_AN_OFFER)
        ]
        for subject, one in SUBJECTS.items()
    }


def colour_of(picture: str) -> str:
    """Name of the colour that the thing in a picture has."""
    return COLOUR_NAMES[_paint(picture)]


def _paint(picture: str) -> str:
    subject, number = picture.split("-")[:2]
    paints = SUBJECTS[subject].paints
    # Shuffled, so that the sets of a subject get colours that lie apart.
    return Random(subject).sample(paints, len(paints))[int(number) % len(paints)]


def portraits() -> list[tuple[str, bool]]:
    """Names of the portraits, and whether each shows a woman."""
    return [(f"{_PORTRAIT}-{number}-0", number % 2 == 0) for number in range(_PORTRAITS)]


def count() -> int:
    """How many pictures the pool has."""
    return len(_names())


def load_pool(progress: Callable[[int], None] | None = None) -> Pool:
    """Every picture, drawn now unless the store has it; `progress` is told how many more are done."""
    names = _names()
    pool = {picture.name: picture for picture in _remembered(names)}
    if progress and pool:
        progress(len(pool))
    missing = list(dict.fromkeys(_set_of(name) for name in names if name not in pool))
    try:
        for pictures in _drawn(missing):
            pool |= {picture.name: picture for picture in pictures}
            if progress:
                progress(len(pictures))
    finally:
        # Also when it is interrupted: what was drawn is not drawn again.
        if missing:
            _remember(pool.values())
    return pool


def draw(set_name: str) -> Iterator[tuple[str, Image.Image]]:
    """The pictures of one set, by name; the same name is always the same picture."""
    kind, number = set_name.split("-")
    if kind == _PORTRAIT:
        whole = portrait(Random(set_name), woman=int(number) % 2 == 0).finish()
        edge = (whole.width - whole.height) // 2
        square = whole.crop((edge, 0, edge + whole.height, whole.height))
        yield f"{set_name}-0", square.resize((_PORTRAIT_PX, _PORTRAIT_PX), Image.Resampling.LANCZOS)
        return
    for shot, image in enumerate(
        islice(_shoot(set_name, SUBJECTS[kind], int(number)), _shots(SUBJECTS[kind], int(number)))
    ):
        yield f"{set_name}-{shot}", image


def crop(picture: Picture, left: float, top: float, share: float) -> Picture:
    """A detail of a picture, kept in the store as well.

    Args:
        left, top: where it begins, as shares of width and height.
        share: of the picture's width and height.
    """
    data = get_store().read(media.image_key(picture.digest, picture.width))
    if data is None:
        return picture
    with Image.open(BytesIO(data)) as whole:
        x, y = round(whole.width * left), round(whole.height * top)
        detail = whole.crop((x, y, x + round(whole.width * share), y + round(whole.height * share)))
    return _store(f"{picture.name}-{x}-{y}", detail)


def _shoot(thing: str, subject: Subject, number: int) -> Iterator[Image.Image]:
    # Every other set of a subject is turned round and starts at its second spot.
    flip = number % 2 == 1
    first, *others = subject.spots[number % 2 :] + subject.spots[: number % 2]
    looks = Random(thing.partition("-")[0]).sample(LOOKS, len(LOOKS))
    own, *looks = (looks[(number + step) % len(looks)] for step in (0, 3, 6))
    paint = _paint(thing)
    scene = place(thing, (looks[0], own), subject.draw, first, paint, flip=flip)
    yield scene.finish()
    for zoom, x, y in subject.details[:1]:
        yield _closer(scene, first, zoom, x, y, flip=flip)
    for drawing, spot in subject.also:
        yield place(thing, (own, own), drawing, spot, paint, flip=flip).finish()
    for spot in others:
        yield place(thing, (looks[1], own), subject.draw, spot, paint, flip=flip).finish()
    for zoom, x, y in subject.details[1:]:
        yield _closer(scene, first, zoom, x, y, flip=flip)


def _closer(scene: Canvas, spot: Spot, zoom: float, x: float, y: float, *, flip: bool) -> Image.Image:
    if spot.backdrop is not None:
        x, y = spot.x + x * spot.size * (-1 if flip else 1), spot.y + y * spot.size
    return scene.closer(zoom, x, y)


def _shots(subject: Subject, number: int) -> int:
    """How many pictures a set has: the first of each subject is shown from most sides."""
    most = len(subject.spots) + len(subject.details) + len(subject.also)
    if number:
        return min(most, 2 if number < 3 else 1)
    return min(most, 5 if subject.also else 3)


def _names() -> list[str]:
    names = [name for sets in photo_sets().values() for one in sets for name in one]
    return names + [name for name, _ in portraits()]


def _set_of(name: str) -> str:
    return name.rpartition("-")[0]


def _keep(set_name: str) -> list[Picture]:
    return [_store(name, image) for name, image in draw(set_name)]


def _store(name: str, image: Image.Image) -> Picture:
    ready = images.encode(image, effort=_EFFORT)
    media.put_image(ready)
    return Picture(name, ready.digest, ready.width, ready.height, len(ready.sizes[ready.width]))


def _drawn(set_names: list[str]) -> Iterator[list[Picture]]:
    workers = min(os.cpu_count() or 1, 8)
    processes = None
    if workers > 1 and len(set_names) > workers * 4:
        # Some sandboxes have no semaphores to share; there one process draws everything.
        with suppress(OSError, ImportError, NotImplementedError):
            processes = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    if processes is None:
        yield from map(_keep, set_names)
        return
    with processes:
        yield from processes.map(_keep, set_names, chunksize=2)


def _index() -> Path:
    return get_settings().data_dir / "demo-pictures.json"


def _remembered(names: Iterable[str]) -> Iterator[Picture]:
    try:
        kept = json.loads(_index().read_text())
        known = {one["name"]: Picture(**one) for one in kept["pictures"]} if kept["edition"] == _EDITION else {}
    except (OSError, ValueError, KeyError, TypeError):
        return
    there = {found.key for found in get_store().list()} if known else set()
    for name in names:
        if (picture := known.get(name)) and media.image_key(picture.digest, picture.width) in there:
            yield picture


def _remember(pictures: Iterable[Picture]) -> None:
    kept = {"edition": _EDITION, "pictures": [asdict(picture) for picture in pictures]}
    part = _index().with_suffix(".part")
    part.write_text(json.dumps(kept))
    part.replace(_index())
