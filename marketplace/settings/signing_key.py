"""The signing key in a file, used if SECRET_KEY is not set. It is created atomically and never replaced."""

import fcntl
import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from marketplace.core.errors import ConfigurationError

MIN_LENGTH = 32


def load_or_create(path: Path) -> str:
    """Return the key in the file, and create it if it does not exist. Concurrent callers get the same key.

    Raises:
        ConfigurationError: the file can't be written or read, or does not contain a key.
    """
    if key := read(path):
        return key
    try:
        _create(path)
    except OSError as error:
        raise _not_stored(path, error.strerror) from None
    if key := read(path):
        return key
    raise _not_stored(path, "the file was deleted")


def _not_stored(path: Path, reason: str | None) -> ConfigurationError:
    return ConfigurationError(
        f"The signing key can't be stored in {path} ({reason}). Fix that, or set MARKETPLACE_SECRET_KEY to a long random text."
    )


def read(path: Path) -> str:
    """Return the key in the file; empty if there is no file.

    Raises:
        ConfigurationError: the file can't be read, or does not contain a key. It is not replaced, because second factors
            depend on the key.
    """
    try:
        key = path.read_bytes().decode(errors="replace").strip()
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as error:
        raise ConfigurationError(
            f"The signing key in {path} can't be read ({error.strerror}). Make it readable for this user, or set "
            "MARKETPLACE_SECRET_KEY to its content."
        ) from None
    if len(key) < MIN_LENGTH or not key.isprintable() or "\N{REPLACEMENT CHARACTER}" in key:
        raise ConfigurationError(
            f"The signing key in {path} is empty or damaged. Restore the previous key, there or in "
            "MARKETPLACE_SECRET_KEY. If it is lost, delete the file: a new key is created, and existing second factors and "
            "links in mails stop working."
        )
    return key


def _create(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
    unfinished = Path(name)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(48))
            file.flush()
            # Flush before linking: even after a power failure, a file with this name must be complete.
            os.fsync(file.fileno())
        _link_if_absent(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
    with suppress(OSError):
        _sync_folder(path.parent)


def _link_if_absent(unfinished: Path, path: Path) -> None:
    try:
        # Unlike a rename, a link never replaces a file that another process created.
        os.link(unfinished, path)
    except FileExistsError:
        return
    except OSError:
        # Some file systems have no hard links.
        with path.with_name(f"{path.name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not path.exists():
                unfinished.replace(path)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
