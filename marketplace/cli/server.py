"""The serving process: Granian with the app as its factory."""

import math
import os
import sys
import tempfile
from typing import NoReturn

from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels
from granian.server import Server
from granian.server.common import AbstractServer
from reflex.constants import Env
from reflex.environment import environment

from marketplace import ending
from marketplace.cli import listening
from marketplace.settings import ROOT, get_settings

_METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"


def become() -> NoReturn:
    """Turn this process into the server; never returns.

    Granian forks its workers. What migrating and loading demo data left behind (database connections, the object store's
    threads) does not survive a fork: a worker with it hangs at its first upload. A process begun anew has none of it.
    """
    sys.stdout.flush()
    os.chdir(ROOT)
    os.execv(sys.executable, [sys.executable, "-m", "marketplace", "serve", "--prepared"])  # noqa: S606


def run() -> int:
    """Serve pages, websocket and API on one port until SIGINT or SIGTERM; returns the exit code."""
    # The front end is built already: workers inherit that from the environment.
    environment.REFLEX_ENV_MODE.set(Env.PROD)
    environment.REFLEX_SKIP_COMPILE.set(True)
    environment.REFLEX_MOUNT_FRONTEND_COMPILED_APP.set(True)
    # Workers count into files of this folder, and whoever is asked adds them up.
    with tempfile.TemporaryDirectory(prefix="marketplace-metrics-") as folder:
        os.environ[_METRICS_FOLDER] = folder
        _tell_metrics()
        _share_news()
        _server().serve()
    return 0


def longest_stop_s() -> int:
    """After how long a worker that hangs is killed; the others end by themselves before."""
    return math.ceil(ending.longest_s()) + 5


def _share_news() -> None:
    # Memory that workers share must be there before they are forked.
    import marketplace.editions  # noqa: F401


def _tell_metrics() -> None:
    if not listening.has_metrics():
        return
    place = listening.metrics()
    # Only now: the module looks for the folder when it is loaded.
    from prometheus_client import start_http_server

    from marketplace import metrics

    try:
        start_http_server(place.port, place.host, metrics.Everything())
    except OSError as error:
        raise listening.refusal(place, error) from None


def _server() -> AbstractServer:
    settings = get_settings()
    return Server(
        target="marketplace.marketplace:app",
        factory=True,
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGI,
        workers=settings.workers,
        # Looking for HTTP/2 would wait for the first byte for ever; what speaks HTTP/2 to browsers is the proxy in front.
        http=HTTPModes.http1,
        websockets=True,
        log_level=LogLevels.warning,
        log_access=False,
        respawn_failed_workers=True,
        workers_kill_timeout=longest_stop_s(),
    )
