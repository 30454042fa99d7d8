"""How a process that serves for long looks for garbage: seldom in the middle of somebody's answer."""

import asyncio
import gc
import time

# Each so many new objects more than have gone, the youngest are looked through; Python's own 700 is a single page of ads.
_NEW_OBJECTS, _TURNS = 10_000, 20
_NEVER = 1_000_000
_LOOK_S = 5.0
# Below this share of a processor nobody is waiting for anything.
_IDLE = 0.05
_EVERY_S, _AT_LAST_S = 60.0, 600.0


def settle() -> None:
    """Take what is loaded by now for lasting, and leave looking through the rest to `tidy`.

    The app and its libraries are some million objects that never go, and each open tab has thousands more: looking through
    all of them takes half a second with a thousand tabs open. Call it once, when all is loaded.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, _TURNS, _NEVER)


async def tidy() -> None:
    """Look through everything in quiet moments, and after ten minutes without one all the same; never ends."""
    tidied = time.monotonic()
    while True:
        used, began = time.process_time(), time.monotonic()
        await asyncio.sleep(_LOOK_S)
        now = time.monotonic()
        if is_due((time.process_time() - used) / (now - began), now - tidied):
            gc.collect()
            tidied = time.monotonic()


def is_due(busy: float, since_s: float) -> bool:
    """Whether it is time to look through everything.

    Args:
        busy: the share of a processor that this process has used of late.
        since_s: seconds since it was done last.
    """
    return since_s >= _AT_LAST_S or (busy < _IDLE and since_s >= _EVERY_S)
