"""`demo`: loads demo data."""

from marketplace.core.errors import RuleBroken
from marketplace.demo import load
from marketplace.i18n.texts import t


def load_demo(ads: int | None) -> None:
    """Load demo data, with this number of ads or the default, and print how much there is.

    Raises:
        RuleBroken: `ads` is less than 1.
        Conflict: the database has demo data already.
        ConfigurationError: demo data is turned off.
    """
    if ads is not None and ads < 1:
        raise RuleBroken(t("The number of ads must be at least 1."))
    live = load.load(load.DEFAULT_ADS if ads is None else ads)
    print(t("Demo data is loaded: {live} live ads.", live=live))
