"""Checks of this machine: settings, ports, signing key, disk, front end."""

import os
import resource
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from marketplace.cli import frontend, listening
from marketplace.cli.checks.finding import Finding, bad, ok, warn
from marketplace.core.errors import ConfigurationError
from marketplace.i18n.texts import t
from marketplace.settings import get_settings

_LOW_DISK_MB, _SMALL_DISK_MB = 200, 2_000
_MIN_OPEN_FILES = 4_096


def site() -> Iterator[Finding]:
    """Check the public address and the proxies."""
    settings = get_settings()
    if settings.is_loopback:
        yield warn(
            t("{url} can be reached from this machine only. Set MARKETPLACE_SITE_URL for others.", url=settings.url)
        )
        return
    yield ok(settings.url)
    if not settings.is_https:
        yield warn(
            t("It is not https: passwords and cookies are sent unencrypted. Put a proxy with a certificate in front.")
        )
    elif settings.trusted_proxy_hops == 0:
        yield warn(
            t(
                "The site is behind an https proxy, so all visitors share one rate limit. "
                "Set MARKETPLACE_TRUSTED_PROXY_HOPS to the number of proxies."
            )
        )


def ports() -> Iterator[Finding]:
    """Check the ports for visitors and for Prometheus."""
    for address in listening.listen_addresses():
        where = f"{address.host}:{address.port}"
        try:
            listening.check(address)
        except listening.PortInUse as error:
            if not listening.is_ours(address):
                yield bad(error.message)
            elif listening.is_data_folder_held():
                yield ok(t("{where}: this marketplace is running there", where=where))
            else:
                yield bad(
                    t(
                        "{where}: a marketplace of another data folder is running there. "
                        "Stop it, or set {setting} to another port.",
                        where=where,
                        setting=address.port_setting,
                    )
                )
        except ConfigurationError as error:
            yield bad(error.message)
        else:
            yield ok(t("{where} is free", where=where))


def secret() -> Iterator[Finding]:
    """Check the signing key."""
    settings = get_settings()
    if settings.secret_key:
        yield ok(t("set in MARKETPLACE_SECRET_KEY"))
        return
    path = settings.data_dir / "secret_key"
    yield ok(t("stored in {path}", path=path) if path.exists() else t("created at the first start"))
    if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077:
        yield bad(t("Other users can read it. Run: chmod 600 {path}", path=path))
    if settings.workers > 1 or settings.database_url:
        yield warn(t("Several machines need the same key: set MARKETPLACE_SECRET_KEY on each."))


def disk() -> Iterator[Finding]:
    """Check the data folder and the free space of its disk."""
    data = get_settings().data_dir
    if problem := describe_unwritable(data):
        yield bad(t("{finding} Set MARKETPLACE_DATA_DIR to a writable folder.", finding=problem))
        return
    free = shutil.disk_usage(_find_existing(data)).free // 1024**2
    message = t("{path}, {free} MB free", path=data, free=f"{free:,}")
    if free < _LOW_DISK_MB:
        yield bad(t("{finding}. Free some space: writes fail on a full disk.", finding=message))
    elif free < _SMALL_DISK_MB:
        yield warn(t("{finding}. Free some space soon.", finding=message))
    else:
        yield ok(message)


def describe_unwritable(folder: Path) -> str:
    """Return the sentence for a folder that can't be written, or can't be created if it does not exist; empty if all is well."""
    existing = _find_existing(folder)
    if existing.is_dir() and os.access(existing, os.W_OK | os.X_OK):
        return ""
    return t("The folder {path} can't be written.", path=existing)


def _find_existing(path: Path) -> Path:
    return next(each for each in (path, *path.parents) if each.exists())


def build() -> Iterator[Finding]:
    """Check the front end build."""
    if frontend.is_fresh():
        yield ok(t("up to date"))
    else:
        yield warn(t("It is missing or outdated; `serve` or `build` builds it in half a minute."))


def limits() -> Iterator[Finding]:
    """Check the limits of the operating system."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < _MIN_OPEN_FILES:
        yield warn(t("Only {n} open files are allowed, and each open tab needs one. Raise LimitNOFILE.", n=hard))
    else:
        yield ok(t("the limit of open files is high enough"))
