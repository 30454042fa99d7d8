"""`demo`: loads demo data."""

from marketplace.core.errors import RuleBroken
from marketplace.demo import load
from marketplace.i18n.texts import t

_MOST_ADS = 1_000_000


def load_demo(ads: int | None) -> None:
    """Load demo data, with this number of ads or the default, and print how much there is.

    Raises:
        RuleBroken: `ads` is less than 1 or more than a million.
        Conflict: the database has demo data already.
        ConfigurationError: demo data is turned off.
    """
    if ads is not None and not 1 <= ads <= _MOST_ADS:
        raise RuleBroken(t("The number of ads must be between 1 and {most}.", most=f"{_MOST_ADS:,}"))
    live = load.load(load.DEFAULT_ADS if ads is None else ads)
    print(t("Demo data is loaded: {live} live ads.", live=live))
