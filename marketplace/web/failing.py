"""A sentence for what breaks where the domain has none (spec section 8)."""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from marketplace import metrics, requests
from marketplace.errors import MarketplaceError
from marketplace.texts import t

log = structlog.get_logger()


class Broken(MarketplaceError):
    """Something failed that nobody expected (500); it is in the log under the number that the sentence names."""

    status = 500


def describe(error: Exception, words: str = "") -> str:
    """Log what nobody expected; the sentence that a person reads, which tells nothing of it.

    Args:
        words: what could not be done; a plain sentence without.
    """
    log.error("event_failed", exc_info=error)
    metrics.FAILED_EVENTS.inc()
    sentence = words or t("Something went wrong on our side. Please try again.")
    if number := requests.current():
        sentence = f"{sentence.rstrip('.')}. " + t("If it goes on, tell us this number: {number}", number=number)
    return sentence


@contextmanager
def failing(words: str) -> Iterator[None]:
    """Around calls of the domain: its own sentences pass, anything else becomes `words`.

    Raises:
        Broken: something failed that nobody expected.
    """
    try:
        yield
    except MarketplaceError:
        raise
    except Exception as error:
        raise Broken(describe(error, words)) from error
