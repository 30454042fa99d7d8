"""Where the site listens: whether this machine has the address, and whether the port is free."""

import errno
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException

from marketplace.errors import ConfigurationError
from marketplace.settings import get_settings

_PATIENCE_S = 3.0
_ENOUGH_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class Place:
    """An address and a port to listen on.

    Attributes:
        host_setting, port_setting: where they come from.
        purpose: what for, where it is not for visitors.
        path, word: what is answered there by the site, and a word that only the site says.
    """

    host: str
    port: int
    host_setting: str
    port_setting: str
    purpose: str
    path: str
    word: bytes


class Taken(ConfigurationError):
    """Something listens there already."""


def site() -> Place:
    """The place for visitors."""
    settings = get_settings()
    return Place(
        host=settings.host,
        port=settings.port,
        host_setting="MARKETPLACE_HOST",
        port_setting="MARKETPLACE_PORT",
        purpose="",
        path="/api/health/live",
        word=b'"live":true',
    )


def metrics() -> Place:
    """The place for Prometheus, where `has_metrics`."""
    settings = get_settings()
    return Place(
        host=settings.metrics_host,
        port=settings.metrics_port,
        host_setting="MARKETPLACE_METRICS_HOST",
        port_setting="MARKETPLACE_METRICS_PORT",
        purpose=" for metrics",
        path="/metrics",
        word=b"marketplace_",
    )


def places() -> Iterator[Place]:
    """All places where the site listens."""
    yield site()
    if has_metrics():
        yield metrics()


def has_metrics() -> bool:
    """Whether metrics have a place of their own."""
    return get_settings().metrics_port not in (0, get_settings().port)


def check(place: Place) -> None:
    """Make sure that the site can listen there.

    Raises:
        Taken: something does already.
        ConfigurationError: the address is none of this machine's, or this user may not.
    """
    try:
        # Either kind of address: an inner network may well have IPv6 only.
        family, *_, address = socket.getaddrinfo(
            place.host, place.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise refusal(place, error) from None


def refusal(place: Place, error: OSError) -> ConfigurationError:
    """What is wrong with the place, and what to do, in one sentence."""
    if error.errno == errno.EADDRINUSE:
        return Taken(
            f"Port {place.port} can't be used{place.purpose} ({error.strerror}). "
            f"Stop what listens there, or set {place.port_setting} to another."
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return ConfigurationError(
            f"Port {place.port} can't be used{place.purpose} ({error.strerror}): this user may not listen there. "
            f"Set {place.port_setting} to one from 1024."
        )
    return ConfigurationError(
        f"{place.host_setting}: {place.host} is no address of this machine ({error.strerror}). "
        "Set it to one that is, or to 127.0.0.1 for this machine alone."
    )


def is_ours(place: Place) -> bool:
    """Whether it is a site of this program that listens there."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(place.host, place.host)
    connection = HTTPConnection(host, place.port, timeout=_PATIENCE_S)
    try:
        connection.request("GET", place.path)
        return place.word in connection.getresponse().read(_ENOUGH_BYTES)
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
