"""What events do to everything that depends on their subject (see `table`)."""

from marketplace.domain.effects.events import Event, Occasion
from marketplace.domain.effects.registry import (
    JOB,
    STEP,
    Ending,
    Observer,
    carry_out,
    describe,
    end_some,
    explain,
    find_observer,
    fire,
    fire_later,
    guard,
    list_naming,
    register,
)
from marketplace.domain.effects.table import TABLE, Dependent, Effect
