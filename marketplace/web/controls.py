"""What is wrong with a form, said at its controls."""

import re

from marketplace.errors import MarketplaceError

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def by_control(error: MarketplaceError) -> dict[str, str]:
    """The error's sentences by name of the control; the domain names fields as the wire does, controls have snake_case."""
    return {_HUMP.sub("_", item["field"]).lower(): item["message"] for item in error.errors}
