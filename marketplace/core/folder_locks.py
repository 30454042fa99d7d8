"""Locks on folders (flock), which the kernel releases when their process ends."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def hold(folder: Path) -> int:
    """Hold a folder, as other processes may too, until the returned handle is closed or this process ends."""
    handle = os.open(folder, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_SH)
    return handle


@contextmanager
def try_alone(folder: Path) -> Iterator[bool]:
    """Say whether no process holds a folder; if so, none can within the block.

    Raises:
        OSError: there is no such folder.
    """
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        yield False
    else:
        yield True
    finally:
        os.close(handle)
