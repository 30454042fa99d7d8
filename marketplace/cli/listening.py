"""The addresses that the site listens on, and checks that they are available."""

import errno
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from threading import Thread

from marketplace.core import folder_locks
from marketplace.core.errors import ConfigurationError
from marketplace.settings import get_settings

_TIMEOUT_S = 3.0
_MAX_RESPONSE_BYTES = 65_536
_POLL_S = 0.2


@dataclass(frozen=True, slots=True)
class ListenAddress:
    """A host and port to listen on.

    Attributes:
        host, port: the address.
        host_setting, port_setting: the settings they come from.
        purpose: added to error texts; empty for the public port.
        path, marker: a URL path that the site serves there, and a text that only its response contains.
    """

    host: str
    port: int
    host_setting: str
    port_setting: str
    purpose: str
    path: str
    marker: bytes


class PortInUse(ConfigurationError):
    """Another process listens on the port."""


def site() -> ListenAddress:
    """Return the public address."""
    settings = get_settings()
    return ListenAddress(
        host=settings.host,
        port=settings.port,
        host_setting="MARKETPLACE_HOST",
        port_setting="MARKETPLACE_PORT",
        purpose="",
        path="/api/health/live",
        marker=b'"live":true',
    )


def metrics() -> ListenAddress:
    """Return the address for Prometheus; valid if `has_metrics`."""
    settings = get_settings()
    return ListenAddress(
        host=settings.metrics_host,
        port=settings.metrics_port,
        host_setting="MARKETPLACE_METRICS_HOST",
        port_setting="MARKETPLACE_METRICS_PORT",
        purpose=" for metrics",
        path="/metrics",
        marker=b"marketplace_",
    )


def listen_addresses() -> Iterator[ListenAddress]:
    """Yield all addresses that the site listens on."""
    yield site()
    if has_metrics():
        yield metrics()


def has_metrics() -> bool:
    """Return whether metrics have a separate port."""
    return get_settings().metrics_port not in (0, get_settings().port)


def check(address: ListenAddress) -> None:
    """Check that the site can listen on the address.

    Raises:
        PortInUse: another process listens there.
        ConfigurationError: this machine does not have the address, or the user has no permission.
    """
    try:
        # Support IPv4 and IPv6: an internal network may have IPv6 only.
        family, *_, socket_address = socket.getaddrinfo(
            address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(socket_address)
    except OSError as error:
        raise to_configuration_error(address, error) from None


def to_configuration_error(address: ListenAddress, error: OSError) -> ConfigurationError:
    """Translate a failure to listen on the address into a message that says what to do."""
    if error.errno == errno.EADDRINUSE:
        return PortInUse(
            f"Port {address.port} can't be used{address.purpose} ({error.strerror}). "
            f"Stop the process that listens there, or set {address.port_setting} to another port."
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return ConfigurationError(
            f"Port {address.port} can't be used{address.purpose} ({error.strerror}): this user may not listen there. "
            f"Set {address.port_setting} to 1024 or above."
        )
    return ConfigurationError(
        f"{address.host_setting}: {address.host} is not an address of this machine ({error.strerror}). "
        "Set it to one that is, or to 127.0.0.1 for this machine only."
    )


def is_ours(address: ListenAddress) -> bool:
    """Return whether a process of this program, of any installation, listens on the address."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(address.host, address.host)
    connection = HTTPConnection(host, address.port, timeout=_TIMEOUT_S)
    try:
        connection.request("GET", address.path)
        return address.marker in connection.getresponse().read(_MAX_RESPONSE_BYTES)
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def is_data_folder_held() -> bool:
    """Return whether a running server has the data folder of these settings."""
    try:
        with folder_locks.try_alone(get_settings().data_dir) as is_unused:
            return not is_unused
    except OSError:
        return False


def print_when_answering(text: str) -> None:
    """Print the text, from a thread, once the site answers requests."""
    Thread(target=_wait_and_print, args=(text,), daemon=True).start()


def _wait_and_print(text: str) -> None:
    while True:
        # The pause comes first: the server forks its workers meanwhile.
        time.sleep(_POLL_S)
        if is_ours(site()):
            print(text, flush=True)
            return
