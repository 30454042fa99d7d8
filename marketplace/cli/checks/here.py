"""Checks of this machine: its settings, its disk, its build."""

import resource
import shutil
import stat
from collections.abc import Iterator

from marketplace.cli import frontend, listening
from marketplace.cli.checks.notes import Note, bad, ok, warn
from marketplace.errors import ConfigurationError
from marketplace.settings import get_settings
from marketplace.texts import t

_LOW_DISK_MB, _SMALL_DISK_MB = 200, 2_000
_FEW_FILES = 4_096


def site() -> Iterator[Note]:
    """The public address and what stands before it."""
    settings = get_settings()
    if settings.is_loopback:
        yield warn(t("{url} is this machine only. Set MARKETPLACE_SITE_URL for others to come.", url=settings.url))
        return
    yield ok(settings.url)
    if not settings.is_https:
        yield warn(
            t("It is not https: passwords and cookies travel in clear. Put a proxy with a certificate in front.")
        )
    elif settings.trusted_proxy_hops == 0:
        yield warn(
            t(
                "A proxy makes it https, so to the limits all visitors look like one. "
                "Set MARKETPLACE_TRUSTED_PROXY_HOPS to how many proxies there are."
            )
        )


def ports() -> Iterator[Note]:
    """Where it listens, for visitors and for Prometheus."""
    for place in listening.places():
        where = f"{place.host}:{place.port}"
        try:
            listening.check(place)
        except listening.Taken as error:
            if listening.is_ours(place):
                yield ok(t("{where}: a marketplace runs there", where=where))
            else:
                yield bad(error.message)
        except ConfigurationError as error:
            yield bad(error.message)
        else:
            yield ok(t("{where} is free", where=where))


def secret() -> Iterator[Note]:
    """The signing key."""
    settings = get_settings()
    if settings.secret_key:
        yield ok(t("set in MARKETPLACE_SECRET_KEY"))
        return
    path = settings.data_dir / "secret_key"
    yield ok(t("kept in {path}", path=path) if path.exists() else t("made at the first start"))
    if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077:
        yield bad(t("Others may read it. Run: chmod 600 {path}", path=path))
    if settings.workers > 1 or settings.database_url:
        yield warn(t("Several machines need one key: set MARKETPLACE_SECRET_KEY on each."))


def folder() -> Iterator[Note]:
    """The data folder, which was written to when the settings were read, and the room on its disk."""
    data = get_settings().data_dir
    free = shutil.disk_usage(data).free // 1024**2
    said = t("{path}, {free} MB free", path=data, free=f"{free:,}")
    if free < _LOW_DISK_MB:
        yield bad(t("{said}. Make room: writes fail on a full disk.", said=said))
    elif free < _SMALL_DISK_MB:
        yield warn(t("{said}. Make room soon.", said=said))
    else:
        yield ok(said)


def build() -> Iterator[Note]:
    """The front end."""
    if frontend.is_fresh():
        yield ok(t("up to date"))
    else:
        yield warn(t("It was made from something else, or not yet; `serve` or `build` makes it anew in half a minute."))


def limits() -> Iterator[Note]:
    """What the system allows the process."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < _FEW_FILES:
        yield warn(t("Only {n} open files are allowed, one for each open tab. Raise LimitNOFILE.", n=hard))
    else:
        yield ok(t("enough open files for many tabs"))
