"""Tests of `ids.new_id`."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

from marketplace.core import ids

# Crockford's base 32, in order of value (ULID spec).
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def value_of(made: str) -> int:
    value = 0
    for letter in made:
        value = value * 32 + LETTERS.index(letter)
    return value


def test_id_starts_with_its_creation_time_in_milliseconds():
    made = ids.new_id()
    moment = datetime.fromtimestamp((value_of(made) >> 80) / 1000, UTC)
    assert len(made) == 26
    assert ids.is_id(made)
    assert abs(datetime.now(UTC) - moment) < timedelta(minutes=1)


def test_ids_sort_by_creation():
    made = [ids.new_id() for _ in range(5_000)]
    assert made == sorted(set(made))


def test_ids_of_concurrent_threads_are_unique():
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: ids.new_id(), range(5_000)))
    assert len(set(made)) == len(made)


def test_ids_stay_ordered_when_the_clock_goes_back(monkeypatch):
    before = ids.new_id()
    monkeypatch.setattr(ids.time, "time_ns", lambda: 0)
    assert ids.new_id() > before


def test_a_moment_has_a_first_id():
    before = ids.first_at(datetime.now(UTC))
    made = ids.new_id()
    assert ids.is_id(before)
    assert before < made < ids.first_at(datetime.now(UTC) + timedelta(milliseconds=5))
