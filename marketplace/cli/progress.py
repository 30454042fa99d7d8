"""Bars for work that takes longer than a moment, and faults of the outside told in a sentence."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy.exc import OperationalError, SQLAlchemyError
from tqdm import tqdm

from marketplace.errors import ConfigurationError
from marketplace.integrations.storage import StoreAway
from marketplace.texts import t


@contextmanager
def bar(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """Something to call with how many more are done; no bar where output is no terminal, or within a second."""
    with tqdm(desc=label, total=total, delay=1, unit_scale=True, disable=None, leave=False) as shown:

        def progress(done: int) -> None:
            shown.update(done)

        yield progress


@contextmanager
def faults_told(file: object) -> Iterator[None]:
    """What can fail outside the program while a backup is written or read, each as one sentence.

    Raises:
        ConfigurationError: the database, the store or the file failed.
    """
    try:
        yield
    except OperationalError as error:
        reason = first_line(error)
        raise ConfigurationError(
            t("The database can't be used: {reason}. Check MARKETPLACE_DATABASE_URL.", reason=reason)
        ) from None
    except SQLAlchemyError as error:
        raise ConfigurationError(t("The database failed: {reason}", reason=first_line(error))) from None
    except StoreAway as error:
        raise ConfigurationError(t("The photo store failed: {reason}", reason=first_line(error))) from None
    except OSError as error:
        reason = error.strerror or first_line(error)
        raise ConfigurationError(t("{file} failed: {reason}", file=error.filename or file, reason=reason)) from None


def first_line(error: Exception) -> str:
    """What an error says, without the rest: a database's own words rather than the library's around them."""
    said = (error.reason if isinstance(error, StoreAway) else str(getattr(error, "orig", None) or error)).strip()
    return (said.splitlines() or [type(error).__name__])[0].rstrip(".")
