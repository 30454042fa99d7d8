"""The server process: Granian, with the app as its factory."""

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

from marketplace.cli import frontend, listening
from marketplace.core import folder_locks, garbage_collection
from marketplace.http import graceful_shutdown
from marketplace.settings import ROOT, get_settings

_METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"


def exec_server(banner: str) -> NoReturn:
    """Replace this process with the server, which prints the banner once it answers; never returns.

    Granian forks its workers. Database connections and threads of the object store do not survive a fork: a worker hangs at
    its first upload. Preparing the start may have created them, so the server starts as a new process image.
    """
    sys.stdout.flush()
    os.chdir(ROOT)
    os.execv(sys.executable, [sys.executable, "-m", "marketplace", "serve", "--prepared", banner])  # noqa: S606


def run(banner: str = "") -> None:
    """Serve pages, websocket and API on one port until SIGINT or SIGTERM. The banner is printed once they answer."""
    # Tells `doctor` that this marketplace is running.
    folder_locks.hold(get_settings().data_dir)
    # Workers inherit these: the front end is built already. A worker that is started later serves the same build.
    environment.REFLEX_WEB_WORKDIR.set(frontend.use_current())
    environment.REFLEX_ENV_MODE.set(Env.PROD)
    environment.REFLEX_SKIP_COMPILE.set(True)
    environment.REFLEX_MOUNT_FRONTEND_COMPILED_APP.set(True)
    # Workers write their metrics to files in this folder; each of them can add them up.
    with tempfile.TemporaryDirectory(prefix="marketplace-metrics-") as folder:
        os.environ[_METRICS_FOLDER] = folder
        _serve_metrics()
        _create_shared_memory()
        garbage_collection.disable_while_workers_load()
        if banner:
            listening.print_when_answering(banner)
        _server().serve()


# Pass the server's log lines to our handler (logs.py), which escapes and limits them like all others.
LOGGERS = {name: {"handlers": [], "propagate": True} for name in ("_granian", "granian.access")}


def worker_kill_timeout_s() -> int:
    """Return after how many seconds a worker that hangs is killed. Other workers have stopped by then."""
    return math.ceil(graceful_shutdown.max_duration_s()) + 5


def _create_shared_memory() -> None:
    # The module creates the memory that workers share when it is imported, so import it before they are forked.
    import marketplace.db.generation  # noqa: F401


def _serve_metrics() -> None:
    if not listening.has_metrics():
        return
    address = listening.metrics()
    # Import late: the module reads PROMETHEUS_MULTIPROC_DIR when it is imported.
    from prometheus_client import start_http_server

    from marketplace.observability import metrics

    try:
        start_http_server(address.port, address.host, metrics.AllWorkersRegistry())
    except OSError as error:
        raise listening.to_configuration_error(address, error) from None


def _server() -> AbstractServer:
    settings = get_settings()
    return Server(
        target="marketplace.marketplace:app",
        factory=True,
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGI,
        workers=settings.workers,
        # Detecting HTTP/2 would wait for the first byte without a timeout. The proxy in front speaks HTTP/2 to browsers.
        http=HTTPModes.http1,
        websockets=True,
        log_level=LogLevels.warning,
        log_access=False,
        log_dictconfig={"loggers": LOGGERS},
        respawn_failed_workers=True,
        workers_kill_timeout=worker_kill_timeout_s(),
    )
