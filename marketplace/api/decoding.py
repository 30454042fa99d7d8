"""Decodes uploaded images in a thread pool of their own, and limits the concurrent uploads of an account from their first byte on."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar

from marketplace.core.errors import TooMany
from marketplace.domain.media import messages
from marketplace.i18n.texts import t
from marketplace.settings import get_settings

Result = TypeVar("Result")

_RETRY_AFTER_S = 5
# Separate from anyio's default limiter, so that decoding does not block the threads of other requests.
_limiter: RunVar[CapacityLimiter] = RunVar("decoders")
# Uploads in progress by account. Accessed from the event loop only, so it needs no lock.
_in_progress: Counter[str] = Counter()


@contextmanager
def admit(account_id: str) -> Iterator[None]:
    """Count an upload of the account as in progress inside the block.

    Raises:
        TooMany: the account has UPLOADS_AT_ONCE uploads in progress in this process.
    """
    if _in_progress[account_id] >= get_settings().uploads_at_once:
        raise TooMany(t(messages.TOO_MANY_AT_ONCE), retry_after=_RETRY_AFTER_S)
    _in_progress[account_id] += 1
    try:
        yield
    finally:
        _in_progress[account_id] -= 1
        if not _in_progress[account_id]:
            del _in_progress[account_id]


async def run(decode: Callable[[], Result]) -> Result:
    """Run a decoder in a thread. At most UPLOAD_DECODERS run at once; the rest wait without a thread."""
    try:
        limiter = _limiter.get()
    except LookupError:
        limiter = CapacityLimiter(get_settings().upload_decoders)
        _limiter.set(limiter)
    return await to_thread.run_sync(decode, limiter=limiter)
