"""A program that runs the indexer and kills itself at a given step."""

import os
import signal
from collections.abc import Callable
from typing import Any

from marketplace.domain.listings import changes
from marketplace.domain.search import projection
from marketplace.integrations.search_index import IndexFolder, Writer
from marketplace.jobs import indexer

STEPS: dict[str, tuple[Any, str]] = {
    "read": (changes, "read"),
    "write": (projection, "write_listings"),
    "commit": (Writer, "commit"),
    "position": (indexer, "write_position"),
    "begin": (IndexFolder, "start_building"),
    "close": (Writer, "close"),
    "finish": (IndexFolder, "finish_building"),
    "replace": (os, "replace"),
}


def dies(step: Callable[..., Any], when: str) -> Callable[..., Any]:
    """Return a replacement of the function that kills the process before or after calling it."""

    def instead(*arguments: Any, **options: Any) -> Any:
        if when == "after":
            step(*arguments, **options)
        os.kill(os.getpid(), signal.SIGKILL)

    return instead


def main(step: str = "", when: str = "") -> None:
    """Run the indexer once; with a step, die before or after it."""
    if step:
        owner, name = STEPS[step]
        setattr(owner, name, dies(getattr(owner, name), when))
    indexer.Indexer().run_once()
