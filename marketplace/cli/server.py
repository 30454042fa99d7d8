"""The serving process: Granian with the app as its factory."""

import os

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import Server
from reflex.constants import Env
from reflex.environment import environment

from marketplace.settings import ROOT, get_settings

_STOP_SECONDS = 10


def run() -> int:
    """Serve pages, websocket and API on one port until SIGINT or SIGTERM; returns the exit code."""
    os.chdir(ROOT)
    # The front end is built already: workers inherit that from the environment.
    environment.REFLEX_ENV_MODE.set(Env.PROD)
    environment.REFLEX_SKIP_COMPILE.set(True)
    environment.REFLEX_MOUNT_FRONTEND_COMPILED_APP.set(True)
    settings = get_settings()
    server = Server(
        target="marketplace.marketplace:app",
        factory=True,
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGI,
        workers=settings.workers,
        websockets=True,
        log_level=LogLevels.warning,
        log_access=False,
        respawn_failed_workers=True,
        workers_kill_timeout=_STOP_SECONDS,
    )
    server.serve()
    return 0
