"""The serving process: Granian with the app as its factory."""

import os

from marketplace.settings import ROOT, get_settings

_STOP_SECONDS = 10


def run() -> int:
    """Serve pages, websocket and API on one port until SIGINT or SIGTERM; returns the exit code."""
    os.chdir(ROOT)
    os.environ["REFLEX_ENV_MODE"] = "prod"
    os.environ["REFLEX_SKIP_COMPILE"] = "true"
    os.environ["REFLEX_MOUNT_FRONTEND_COMPILED_APP"] = "true"
    os.environ["REFLEX_USE_NPM"] = "1"
    from granian.constants import Interfaces
    from granian.log import LogLevels
    from granian.server import Server

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
