"""How much processor time the shield takes for a message and for a photo, and what the sender of a message could notice of it.

    python -m benchmarks.trust_time [--photos 40] [--sent 600]

Messages are those of the training part, each with the sender's messages before it. Photos are noise, every other one with a code;
a check opens the largest size, reads its QR codes and makes its fingerprint. `sender` is the time until the API has answered
POST /messages: pairs of messages with equally many words, one that is warned of and one that is not, are sent by turns in two
conversations. A third one gets other innocent messages; its ratio to the second is the noise.
"""

import argparse
import io
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from fastapi.testclient import TestClient
from PIL import Image

from benchmarks import live, trust_photos, trust_quality
from marketplace.api.app import make_api
from marketplace.cli import schema
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


def time_sender(count: int) -> dict[str, list[float]]:
    """Time the answers of the API to warned and innocent messages, by the name of the conversation."""
    warned, innocent = _pair_texts()
    times: dict[str, list[float]] = {"warned": [], "innocent": [], "other": []}
    with tempfile.TemporaryDirectory() as folder, _make_client(Path(folder)) as client:
        people = dict(zip(times, live.make_people(len(times)), strict=True))
        for at in range(count + _WARMING):
            texts = {"warned": warned[at % len(warned)], "innocent": innocent[at % len(innocent)]}
            texts["other"] = innocent[(at + len(innocent) // 2) % len(innocent)]
            for name in sorted(times)[at % 3 :] + sorted(times)[: at % 3]:
                buyer, seller = people[name]
                body = {"receiverId": seller.id, "message": texts[name]}
                start = time.perf_counter()
                answer = client.post("/api/messages", json=body, headers={"Authorization": f"Bearer {buyer.token}"})
                times[name].append((time.perf_counter() - start) * 1000)
                answer.raise_for_status()
    return {name: found[_WARMING:] for name, found in times.items()}


def _pair_texts() -> tuple[list[str], list[str]]:
    """Texts that are warned of and that are not, without any context, in pairs of equally many words."""
    by_length: dict[bool, dict[int, list[str]]] = {True: {}, False: {}}
    for message in train_trust.read_labelled(trust_quality.FOLDER / "train.jsonl"):
        text = message.said[-1].text
        found = bool(trust.check([trust.Said(text, "buyer")]))
        if found == bool(message.reasons):
            by_length[found].setdefault(len(text.split()), []).append(text)
    pairs = [
        pair
        for length, warned in by_length[True].items()
        for pair in zip(warned, by_length[False].get(length, ()), strict=False)
    ]
    Random(5).shuffle(pairs)
    return [warned for warned, _ in pairs], [innocent for _, innocent in pairs]


@contextmanager
def _make_client(folder: Path) -> Iterator[TestClient]:
    """A client of the API on a new database."""
    os.environ |= {"MARKETPLACE_DATA_DIR": str(folder), "MARKETPLACE_LIMIT_MESSAGES": "1000000 per minute"}
    schema.upgrade()
    with TestClient(make_api()) as client:
        yield client


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
    parser.add_argument(
        "--sent", type=int, default=600, help="messages of each conversation of which the sender's answer is timed"
    )
    arguments = parser.parse_args()
    photos, messages = time_photos(arguments.photos), time_messages()
    reached = True
    for name, times, goal in (("message", messages, GOAL_MESSAGE_MS), ("photo", photos, GOAL_PHOTO_MS)):
        p95 = statistics.quantiles(times, n=20)[-1]
        print(
            f"{name}: median {statistics.median(times):.2f} ms, 95 % {p95:.2f} ms of {len(times)} (wanted {goal:g} ms)"
        )
        reached = reached and p95 <= goal
    medians = {name: statistics.median(times) for name, times in time_sender(arguments.sent).items()}
    listed = ", ".join(f"{name} {median:.2f} ms" for name, median in medians.items())
    warned, noise = (medians[name] / medians["innocent"] for name in ("warned", "other"))
    print(f"sender: median {listed}; warned / innocent {warned:.3f}, noise {noise:.3f}")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
