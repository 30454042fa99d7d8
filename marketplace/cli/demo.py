"""`demo`: a believable town's marketplace to look at."""

from marketplace.demo import load
from marketplace.errors import RuleBroken
from marketplace.texts import t


def load_demo(ads: int | None) -> int:
    """Load demo data and say how much there is.

    Args:
        ads: how many; None for a small town's.

    Returns:
        0.

    Raises:
        RuleBroken: less than one ad is asked for.
        Conflict, ConfigurationError: demo data is there already, or not wanted here.
    """
    if ads is not None and ads < 1:
        raise RuleBroken(t("Ask for at least one ad."))
    live = load.load(load.DEFAULT_ADS if ads is None else ads)
    print(t("Demo data is loaded: {live} live ads.", live=live))
    return 0
