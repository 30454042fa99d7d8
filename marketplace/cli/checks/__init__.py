"""The checks of `doctor`. Each yields findings; a warning or error says what to do."""

from collections.abc import Callable, Iterable, Mapping

from marketplace.cli.checks import machine, services
from marketplace.cli.checks.finding import Finding, Level

ALL: Mapping[str, Callable[[], Iterable[Finding]]] = {
    "site": machine.site,
    "ports": machine.ports,
    "secret": machine.secret,
    "disk": machine.disk,
    "limits": machine.limits,
    "build": machine.build,
    "database": services.database,
    "accounts": services.accounts,
    "search": services.search,
    "redis": services.redis,
    "media": services.media,
    "mail": services.mail,
    "geocoder": services.geocoder,
}
