"""How much processor time the shield takes for a message and for a photo.

    python -m benchmarks.trust_time [--photos 40]

Messages are those of the training part, each with the sender's messages before it. Photos are noise, every other one with a code;
a check opens the largest size, reads its QR codes and makes its fingerprint.
"""

import argparse
import io
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from random import Random

from PIL import Image

from benchmarks import trust_photos, trust_quality
from marketplace.domain import media, trust
from tools import train_trust

GOAL_MESSAGE_MS, GOAL_PHOTO_MS = 30.0, 2_000.0
# The first calls load rules, model and libraries.
_WARMING = 5
# As large as the site keeps the photo of a phone.
_LARGEST = (1600, 1200)


def _milliseconds(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return (time.process_time() - start) * 1000


def time_messages() -> list[float]:
    """Time the check of each message."""
    labelled = train_trust.read_labelled(trust_quality.FOLDER / "train.jsonl")
    return [_milliseconds(lambda said=message.said: trust.check(said)) for message in labelled][_WARMING:]


def time_photos(count: int) -> list[float]:
    """Time the check of photos with and without a code by turns."""
    return [_milliseconds(lambda data=data: _check(data)) for data in _store(count + _WARMING)][_WARMING:]


def _store(count: int) -> Iterator[bytes]:
    rng = Random(4)
    for number in range(count):
        photo = Image.effect_noise((800, 600), 60).convert("RGB")
        if number % 2:
            photo = trust_photos.KINDS[number // 2 % len(trust_photos.KINDS)](rng, photo)
        with io.BytesIO() as buffer:
            photo.resize(_LARGEST).save(buffer, "WEBP", method=0)
            yield buffer.getvalue()


def _check(data: bytes) -> None:
    photo = Image.open(io.BytesIO(data))
    trust.check_codes(trust.read_codes(photo))
    media.fingerprint(photo)


def main() -> int:
    """Print the times; 1 if one misses its goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=40)
    photos, messages = time_photos(parser.parse_args().photos), time_messages()
    reached = True
    for name, times, goal in (("message", messages, GOAL_MESSAGE_MS), ("photo", photos, GOAL_PHOTO_MS)):
        p95 = statistics.quantiles(times, n=20)[-1]
        print(
            f"{name}: median {statistics.median(times):.2f} ms, 95 % {p95:.2f} ms of {len(times)} (wanted {goal:g} ms)"
        )
        reached = reached and p95 <= goal
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
