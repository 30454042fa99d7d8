"""Counts what changed rules would say differently."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from marketplace.domain.trust.schemas import Replay, Replayed
from marketplace.settings import get_settings

_SAMPLE = 10
_SAMPLE_TEXT = 300


@dataclass(frozen=True, slots=True)
class Trials:
    """Messages or ads that are to be judged twice, the newest first.

    Attributes:
        judges: judge one each; they need no session and take long for long texts.
        limited: whether these are an even sample.
    """

    judges: Sequence[Callable[[], Replayed]]
    limited: bool


def replay(trials: Trials, on_judged: Callable[[], None] = lambda: None) -> Replay:
    """Count messages or ads that are judged twice, with the first ones that would be judged differently as examples.

    What takes longer than the setting allows is left out. The order is random, so that the rest is still an even sample.

    Args:
        on_judged: called after each of them.
    """
    ends = time.monotonic() + get_settings().rule_replay_seconds
    order = list(range(len(trials.judges)))
    Random(0).shuffle(order)  # noqa: S311 - nobody gains by foreseeing it
    judged: dict[int, Replayed] = {}
    for at in order:
        if time.monotonic() > ends:
            break
        judged[at] = trials.judges[at]()
        on_judged()
    return _compare([judged[at] for at in sorted(judged)], limited=trials.limited or len(judged) < len(order))


def _compare(judged: Sequence[Replayed], *, limited: bool) -> Replay:
    changed = [each for each in judged if bool(each.before) != bool(each.after)]
    return Replay(
        checked=len(judged),
        limited=limited,
        flagged=sum(bool(each.after) for each in judged),
        newly_flagged=sum(bool(each.after) for each in changed),
        no_longer_flagged=sum(bool(each.before) for each in changed),
        sample=tuple(each.model_copy(update={"text": each.text[:_SAMPLE_TEXT]}) for each in changed[:_SAMPLE]),
    )
