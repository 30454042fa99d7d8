"""How many QR codes in photos of messages the shield reads, and how well fingerprints find copies of photos.

    python -m benchmarks.trust_photos [--photos 200]

Photos with a code are made as people make them: rotated, blurred, a screenshot, JPEG of quality 30, and a code that is a small part of
a larger photo. Photos without one are the demo's drawings. All are stored as uploads are. The drawings of one thing resemble each
other, so their false matches are more than those of photographs would be.
"""

import argparse
import io
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from random import Random

import segno
from PIL import Image, ImageDraw, ImageFilter

from marketplace.demo.pictures import pool
from marketplace.domain import media, trust
from marketplace.domain.media import images

GOAL_READ, GOAL_FALSE_CODES = 0.97, 0.0
GOAL_FOUND, GOAL_FALSE_MATCHES = 0.95, 0.005
_SIZE = (800, 600)
_BANKS = ("okaxis", "oksbi", "okicici", "ybl", "paytm")


def draw_pictures(count: int) -> Iterator[tuple[str, Image.Image]]:
    """Drawings of the demo by name, the same ones every time."""
    sets = [one[0].rpartition("-")[0] for subject in pool.photo_sets().values() for one in subject]
    Random(1).shuffle(sets)
    return islice(((name, image.convert("RGB").resize(_SIZE)) for one in sets for name, image in pool.draw(one)), count)


def make_code(rng: Random) -> Image.Image:
    """A payment code as apps make it."""
    payee = f"shop{rng.randrange(10**8)}@{rng.choice(_BANKS)}"
    text = f"upi://pay?pa={payee}&pn=Seller%20{rng.randrange(1000)}&am={rng.randrange(100, 90000)}&cu=INR&tn=Refund"
    with io.BytesIO() as buffer:
        segno.make(text, error=rng.choice("lmqh")).save(buffer, kind="png", scale=10, border=4)
        return Image.open(buffer).convert("RGB")


def _paste(rng: Random, ground: Image.Image, width: int, angle: float) -> Image.Image:
    code = make_code(rng).resize((width, width), Image.Resampling.LANCZOS).convert("RGBA")
    code = code.rotate(angle, expand=True, resample=Image.Resampling.BICUBIC)
    photo = ground.copy()
    photo.paste(code, (rng.randint(0, photo.width - code.width), rng.randint(0, photo.height - code.height)), code)
    return photo


def rotated(rng: Random, ground: Image.Image) -> Image.Image:
    """A code at any angle."""
    return _paste(rng, ground, rng.randrange(260, 400), rng.uniform(0, 360))


def blurred(rng: Random, ground: Image.Image) -> Image.Image:
    """A photo out of focus."""
    photo = _paste(rng, ground, rng.randrange(360, 540), rng.uniform(-8, 8))
    return photo.filter(ImageFilter.GaussianBlur(rng.uniform(1, 2.6)))


def screenshot(rng: Random, _ground: Image.Image) -> Image.Image:
    """The screen of a payment app."""
    screen = Image.new("RGB", (450, 800), rng.choice(("#5f259f", "#ffffff", "#002970", "#111111")))
    canvas = ImageDraw.Draw(screen)
    canvas.rectangle((0, 0, 450, 44), fill="#222222")
    canvas.rounded_rectangle((40, 680, 410, 740), 30, fill="#1a73e8")
    width = rng.randrange(220, 330)
    screen.paste(make_code(rng).resize((width, width)), ((450 - width) // 2, rng.randrange(120, 300)))
    return screen


def compressed(rng: Random, ground: Image.Image) -> Image.Image:
    """A photo that was passed on several times."""
    return encode(_paste(rng, ground, rng.randrange(240, 520), rng.uniform(-10, 10)), 30)


def part(rng: Random, ground: Image.Image) -> Image.Image:
    """A small code in a larger photo."""
    return _paste(rng, ground, rng.randrange(120, 230), rng.uniform(-25, 25))


KINDS: Sequence[Callable[[Random, Image.Image], Image.Image]] = (rotated, blurred, screenshot, compressed, part)


def encode(photo: Image.Image, quality: int) -> Image.Image:
    """The photo as a JPEG file of this quality."""
    with io.BytesIO() as buffer:
        photo.save(buffer, "JPEG", quality=quality)
        return Image.open(buffer).convert("RGB")


def store(photo: Image.Image) -> Image.Image:
    """The photo as the site stores an upload."""
    prepared = images.encode(photo)
    return Image.open(io.BytesIO(prepared.sizes[prepared.width])).convert("RGB")


def count_read(pictures: Sequence[Image.Image], count: int) -> Counter[str]:
    """How many of `count` photos with a code are read, by kind."""
    rng, found = Random(2), Counter[str]()
    for number in range(count):
        make = KINDS[number % len(KINDS)]
        photo = store(make(rng, rng.choice(pictures)))
        found[make.__name__] += bool(trust.check_codes(trust.read_codes(photo)))
    return found


def resized(picture: Image.Image, rng: Random) -> Image.Image:
    """A copy of other size."""
    width = rng.randrange(300, 900)
    return picture.resize((width, picture.height * width // picture.width), Image.Resampling.BICUBIC)


def recompressed(picture: Image.Image, rng: Random) -> Image.Image:
    """A copy of low quality."""
    return encode(picture, rng.randrange(30, 70))


def cropped(picture: Image.Image, rng: Random) -> Image.Image:
    """A copy without a twentieth of its width and of its height."""
    width, height = picture.width // 20, picture.height // 20
    x, y = rng.randint(0, width), rng.randint(0, height)
    return picture.crop((x, y, x + picture.width - width, y + picture.height - height))


def watermarked(picture: Image.Image, rng: Random) -> Image.Image:
    """A copy with the name of another site in a corner."""
    copy = picture.copy()
    canvas = ImageDraw.Draw(copy, "RGBA")
    x, y = rng.choice((0.03, 0.55)) * copy.width, rng.choice((0.04, 0.86)) * copy.height
    canvas.rectangle((x, y, x + copy.width * 0.42, y + copy.height * 0.09), fill=(255, 255, 255, 170))
    canvas.text((x + 12, y + 8), "www.copies.example", fill=(0, 0, 0, 220), font_size=copy.height * 0.04)
    return copy


COPIES: Sequence[Callable[[Image.Image, Random], Image.Image]] = (resized, recompressed, cropped, watermarked)


def share_found(pictures: Sequence[Image.Image], most: int = media.COPY) -> dict[str, float]:
    """Share of the copies that are found by the picture's fingerprint, by kind of copy."""
    rng, found = Random(3), Counter[str]()
    for picture in pictures:
        own = media.fingerprint(picture)
        for make in COPIES:
            copy = media.fingerprint(make(picture, rng))
            found[make.__name__] += own is not None and copy is not None and own.resembles(copy, most)
    return {make.__name__: found[make.__name__] / len(pictures) for make in COPIES}


def share_false(named: Sequence[tuple[str, Image.Image]], most: int = media.COPY) -> tuple[float, float]:
    """Share of the pairs of pictures that match, and of the pairs that show different kinds of things."""
    prints = [(name.partition("-")[0], made) for name, each in named if (made := media.fingerprint(each)) is not None]
    pairs = [(one != other, a.resembles(b, most)) for (one, a), (other, b) in combinations(prints, 2)]
    unlike = [matches for is_unlike, matches in pairs if is_unlike]
    return sum(matches for _, matches in pairs) / len(pairs), sum(unlike) / len(unlike)


def main() -> int:
    """Print the figures; 1 if one misses its goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=200, help="photos with a code, and photos without")
    count = parser.parse_args().photos
    named = list(draw_pictures(max(500, count)))
    pictures = [picture for _, picture in named]
    read = count_read(pictures, count)
    false = sum(bool(trust.read_codes(store(picture))) for picture in pictures[:count])
    print(f"codes read: {sum(read.values()) / count:.1%} of {count} (wanted {GOAL_READ:.0%}); each kind: {dict(read)}")
    print(f"codes seen in {false} of {count} drawings without one (wanted none)")
    found = share_found(pictures)
    same, unlike = share_false(named)
    print(f"copies found among {len(pictures)} drawings (wanted {GOAL_FOUND:.0%}):")
    print(*(f"  {kind}: {share:.1%}" for kind, share in found.items()), sep="\n")
    print(
        f"false matches: {same:.3%} of all pairs (wanted under {GOAL_FALSE_MATCHES:.1%}; drawings of one thing look alike),"
    )
    print(f"  {unlike:.3%} of the pairs that show different things")
    reached = sum(read.values()) >= GOAL_READ * count and not false
    return 0 if reached and min(found.values()) >= GOAL_FOUND and same < GOAL_FALSE_MATCHES else 1


if __name__ == "__main__":
    sys.exit(main())
