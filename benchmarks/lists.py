"""What posting lists are worth: the same questions with and without them in turn, and how many times as long it takes without.

    python -m benchmarks.lists --ads 1000000 --postgres postgresql+psycopg://postgres@127.0.0.1/postgres

Without them the text index answers, as it does while lists are made. That both find the same is looked at too.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from benchmarks.search import Asked
from benchmarks.town import arguments, towns
from marketplace import memory
from marketplace.domain.search import listed
from marketplace.domain.search.schemas import SearchPage

ROUNDS = 15


@contextmanager
def without_lists() -> Iterator[None]:
    """The text index alone."""
    look_up, listed.look_up = listed.look_up, lambda *_: None
    try:
        yield
    finally:
        listed.look_up = look_up


def timed(ask: Callable[[], object]) -> tuple[object, float]:
    """The answer, and milliseconds."""
    started = time.perf_counter()
    found = ask()
    return found, (time.perf_counter() - started) * 1000


def same(one: object, other: object) -> bool:
    """Whether both show the same ads; facets of more than are counted are exact with lists alone."""
    if not isinstance(one, SearchPage) or not isinstance(other, SearchPage):
        return True
    return ([ad.id for ad in one.items], one.total, one.exact) == (
        [ad.id for ad in other.items],
        other.total,
        other.exact,
    )


def main() -> None:
    given = arguments(__doc__ or "").parse_args()
    for town in towns(given.ads, given.postgres, given.folder):
        print(f"{town.head} ads: median ms with lists, without, times")
        memory.settle()
        for name, some in Asked(town).all().items():
            both: list[tuple[list[float], list[float]]] = []
            for ask in some:
                own: tuple[list[float], list[float]] = [], []
                for _ in range(ROUNDS):
                    by_lists, took = timed(ask)
                    own[0].append(took)
                    with without_lists():
                        by_index, took = timed(ask)
                    own[1].append(took)
                    assert same(by_lists, by_index), name
                both.append(own)
            by, alone = (statistics.mean(statistics.median(each[way]) for each in both) for way in (0, 1))
            print(f"{name}: {by:.1f}, {alone:.1f}, {alone / by:.1f}", flush=True)


if __name__ == "__main__":
    main()
