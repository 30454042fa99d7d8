"""Garbage collection of a server process: full collections run while it is idle, not during requests."""

import asyncio
import gc
import os
import time

# Allocations between collections of generation 0; Python's default of 700 is reached by a single page of ads.
_GENERATION_0, _GENERATION_1 = 10_000, 20
# Effectively disables automatic collections of generation 2.
_GENERATION_2 = 1_000_000
_CHECK_INTERVAL_S = 5.0
# Below this share of a CPU core the process counts as idle.
_IDLE_CPU_SHARE = 0.05
_MIN_INTERVAL_S, _MAX_INTERVAL_S = 60.0, 600.0


def disable_while_workers_load() -> None:
    """Disable the garbage collector in processes forked from now on, until they call `freeze_startup_objects`.

    While it loads, a worker makes almost nothing but permanent objects. Going through them takes a sixth of the time.
    """
    os.register_at_fork(after_in_child=gc.disable)


def freeze_startup_objects() -> None:
    """Freeze objects loaded at startup so the garbage collector skips them, and disable automatic full collections.

    The app and its libraries are about a million permanent objects, and each open tab adds thousands: a full collection takes
    half a second with a thousand open tabs. Call it once, after everything is loaded, and run `collect_when_idle`.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GENERATION_0, _GENERATION_1, _GENERATION_2)
    gc.enable()


async def collect_when_idle() -> None:
    """Run full collections while the process is idle, or after `_MAX_INTERVAL_S` at the latest. Never returns."""
    collected_at = time.monotonic()
    while True:
        cpu_before, started = time.process_time(), time.monotonic()
        await asyncio.sleep(_CHECK_INTERVAL_S)
        now = time.monotonic()
        if should_collect((time.process_time() - cpu_before) / (now - started), now - collected_at):
            gc.collect()
            collected_at = time.monotonic()


def should_collect(cpu_share: float, elapsed_s: float) -> bool:
    """Return whether a full collection is due, by the recent share of a CPU core (0 to 1) and the seconds since the last one."""
    return elapsed_s >= _MAX_INTERVAL_S or (cpu_share < _IDLE_CPU_SHARE and elapsed_s >= _MIN_INTERVAL_S)
