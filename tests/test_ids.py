"""ids.new_id"""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

from marketplace import ids

# Crockford's letters, in the order of what they are worth (ULID spec).
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def value_of(made: str) -> int:
    value = 0
    for letter in made:
        value = value * 32 + LETTERS.index(letter)
    return value


def test_begins_with_the_moment_in_milliseconds():
    made = ids.new_id()
    moment = datetime.fromtimestamp((value_of(made) >> 80) / 1000, UTC)
    assert len(made) == 26
    assert ids.is_id(made)
    assert abs(datetime.now(UTC) - moment) < timedelta(minutes=1)


def test_each_sorts_after_every_one_before():
    made = [ids.new_id() for _ in range(5_000)]
    assert made == sorted(set(made))


def test_threads_never_make_the_same():
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: ids.new_id(), range(5_000)))
    assert len(set(made)) == len(made)


def test_goes_on_when_the_clock_goes_back(monkeypatch):
    before = ids.new_id()
    monkeypatch.setattr(ids.time, "time_ns", lambda: 0)
    assert ids.new_id() > before
