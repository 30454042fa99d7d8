"""Counts what changed rules would say differently."""

from collections.abc import Iterable

from marketplace.domain.trust.schemas import Replay, Replayed

_SAMPLE = 10
_SAMPLE_TEXT = 300


def compare(judged: Iterable[Replayed], *, limited: bool) -> Replay:
    """Count messages or ads that were judged twice, with the first ones that would be judged differently as examples."""
    checked, flagged, newly, no_longer = 0, 0, 0, 0
    sample: list[Replayed] = []
    for each in judged:
        before, after = bool(each.before), bool(each.after)
        checked += 1
        flagged += after
        newly += after and not before
        no_longer += before and not after
        if after != before and len(sample) < _SAMPLE:
            sample.append(each.model_copy(update={"text": each.text[:_SAMPLE_TEXT]}))
    return Replay(
        checked=checked,
        limited=limited,
        flagged=flagged,
        newly_flagged=newly,
        no_longer_flagged=no_longer,
        sample=tuple(sample),
    )
