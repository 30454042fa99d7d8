from collections.abc import Callable
from datetime import timedelta

import pytest

from marketplace.core import clock


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the clock a number of seconds ahead of the real time."""
    real = clock.now

    def go(seconds: float) -> None:
        moment = real() + timedelta(seconds=seconds)
        monkeypatch.setattr(clock, "now", lambda: moment)

    return go
