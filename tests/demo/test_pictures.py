"""The demo's pictures: drawn the same each time, kept, and not drawn twice."""

import math
from itertools import pairwise

import pytest
from PIL import ImageChops, ImageStat

from marketplace.demo.goods import SUBCATEGORIES
from marketplace.demo.pictures import pool
from marketplace.demo.pictures.canvas import PIXELS
from marketplace.demo.pictures.colours import COLOUR_NAMES, darker, lighter, rgb
from marketplace.demo.pictures.subjects import SUBJECTS
from marketplace.domain import media
from marketplace.integrations.storage import get_store
from marketplace.settings import get_settings


def test_every_kind_of_goods_has_pictures():
    assert {item.picture for subcategory in SUBCATEGORIES for item in subcategory.items} <= set(SUBJECTS)
    for sets in pool.photo_sets().values():
        assert all(1 <= len(one) <= 5 for one in sets)
    assert pool.count() >= 150


def test_the_same_name_is_the_same_picture():
    first, again = dict(pool.draw("sofa-0")), dict(pool.draw("sofa-0"))
    assert list(first) == pool.photo_sets()["sofa"][0]
    for name, image in first.items():
        assert image.size == PIXELS
        assert ImageChops.difference(image, again[name]).getbbox() is None


def test_pictures_are_colourful_and_differ():
    pictures = [image for number in range(3) for image in dict(pool.draw(f"scooter-{number}")).values()]
    for image in pictures:
        assert min(ImageStat.Stat(image).stddev) > 8
    for left, right in pairwise(pictures):
        assert ImageChops.difference(left, right).getbbox() is not None


@pytest.mark.parametrize("subject", ["scooter", "sofa", "armchair", "fridge", "lehenga", "handbag", "shoes", "phone"])
def test_things_are_drawn_in_their_colour(subject: str):
    paint = next(hex for hex, name in COLOUR_NAMES.items() if name == pool.colour_of(f"{subject}-0"))
    image = next(iter(dict(pool.draw(f"{subject}-0")).values())).resize((100, 75))
    tones = [rgb(tone) for share in (0, 0.1, 0.2) for tone in (lighter(paint, share), darker(paint, share))]
    near = [count for count, pixel in image.getcolors(7500) if min(math.dist(pixel, tone) for tone in tones) < 24]
    assert sum(near) > 0.03 * 7500


def test_portraits_are_square():
    ((name, image),) = pool.draw("portrait-3")
    assert name == "portrait-3-0"
    assert image.width == image.height


def test_cached_pictures_are_not_drawn_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pool, "SUBJECTS", {"watch": SUBJECTS["watch"]})
    monkeypatch.setattr(pool, "_PORTRAITS", 1)
    (get_settings().data_dir / "demo-pictures.json").unlink(missing_ok=True)
    done: list[int] = []
    first = pool.load_pool(done.append)
    assert sum(done) == pool.count() == len(first)
    for picture in first.values():
        assert get_store().read(media.image_key(picture.digest, 160))
    monkeypatch.setattr(pool, "draw", None)
    assert pool.load_pool() == first


@pytest.mark.slow
def test_the_whole_pool_can_be_drawn():
    assert len(pool.load_pool()) == pool.count()
