"""The signing key that is kept in a file where none is set: whole or not there, and never replaced."""

import fcntl
import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from marketplace.errors import ConfigurationError

SHORTEST = 32


def keep(path: Path) -> str:
    """The key at the path, made where there is none; all who ask at once get the same.

    Raises:
        ConfigurationError: it can't be kept or read, or what is there is no key.
    """
    if key := check(path):
        return key
    try:
        _make(path)
    except OSError as error:
        raise _unkept(path, error.strerror) from None
    if key := check(path):
        return key
    raise _unkept(path, "it went away again")


def _unkept(path: Path, why: str | None) -> ConfigurationError:
    return ConfigurationError(
        f"The signing key can't be kept in {path} ({why}). Mend that, or set MARKETPLACE_SECRET_KEY to a long random text."
    )


def check(path: Path) -> str:
    """The key at the path, empty where there is none.

    Raises:
        ConfigurationError: it can't be read, or what is there is no key. It stays, for second factors are made with it.
    """
    try:
        key = path.read_bytes().decode(errors="replace").strip()
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as error:
        raise ConfigurationError(
            f"The signing key in {path} can't be read ({error.strerror}). Let this user read it, or set "
            "MARKETPLACE_SECRET_KEY to what it holds."
        ) from None
    if len(key) < SHORTEST or not key.isprintable() or "\N{REPLACEMENT CHARACTER}" in key:
        raise ConfigurationError(
            f"The signing key in {path} is empty or damaged. Bring back the earlier one, there or in "
            "MARKETPLACE_SECRET_KEY. Where there is none, delete the file: then a new one is made, and second factors and "
            "links in mails of before no longer work."
        )
    return key


def _make(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
    unfinished = Path(name)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(48))
            file.flush()
            # Under its name it must have its content, whenever the machine stops.
            os.fsync(file.fileno())
        _name_if_free(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
    with suppress(OSError):
        _write_down(path.parent)


def _name_if_free(unfinished: Path, path: Path) -> None:
    try:
        # Unlike a rename, a link never takes the place of what somebody else made meanwhile.
        os.link(unfinished, path)
    except FileExistsError:
        return
    except OSError:
        # Some file systems know no second name for a file.
        with path.with_name(f"{path.name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not path.exists():
                unfinished.replace(path)


def _write_down(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
