"""What `doctor` looks at: each check yields its findings, the sentence saying what to do where something is to be done."""

from collections.abc import Callable, Iterable, Mapping

from marketplace.cli.checks import here, services
from marketplace.cli.checks.notes import Note, Sign

__all__ = ["ALL", "Note", "Sign"]

ALL: Mapping[str, Callable[[], Iterable[Note]]] = {
    "site": here.site,
    "ports": here.ports,
    "secret": here.secret,
    "folder": here.folder,
    "limits": here.limits,
    "build": here.build,
    "database": services.database,
    "people": services.people,
    "redis": services.redis,
    "media": services.media,
    "mail": services.mail,
    "geocoder": services.geocoder,
}
