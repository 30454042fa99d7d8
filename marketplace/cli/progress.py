"""Progress bars, and translation of errors of the environment into one sentence."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy.exc import OperationalError, SQLAlchemyError
from tqdm import tqdm

from marketplace.core.errors import ConfigurationError
from marketplace.i18n.texts import t
from marketplace.integrations.storage import StoreUnavailable


@contextmanager
def progress_bar(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar if the work takes a second on a terminal; yields a function to call with the number of items done since."""
    with tqdm(desc=label, total=total, delay=1, unit_scale=True, disable=None, leave=False) as bar:

        def progress(done: int) -> None:
            bar.update(done)

        yield progress


@contextmanager
def translate_errors(file: object) -> Iterator[None]:
    """Translate errors of the database, the store and the file system while `file` is written or read.

    Raises:
        ConfigurationError: the database, the store or the file failed; the message is one sentence.
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
    except StoreUnavailable as error:
        raise ConfigurationError(t("The photo store failed: {reason}", reason=first_line(error))) from None
    except OSError as error:
        reason = error.strerror or first_line(error)
        raise ConfigurationError(t("{file} failed: {reason}", file=error.filename or file, reason=reason)) from None


def first_line(error: Exception) -> str:
    """Return the first line of an error's message; for SQLAlchemy errors, of the driver's message."""
    message = (
        error.reason if isinstance(error, StoreUnavailable) else str(getattr(error, "orig", None) or error)
    ).strip()
    return (message.splitlines() or [type(error).__name__])[0].rstrip(".")
