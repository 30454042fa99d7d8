"""Everything between the command and a serving process; each failure is one sentence."""

import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

from marketplace import logs
from marketplace.cli import frontend, listening, schema
from marketplace.errors import ConfigurationError, Conflict
from marketplace.settings import ROOT, get_settings

_OPEN_FILES = 65_536


def check_settings() -> None:
    """Read the settings and make sure the data folder can be written.

    Raises:
        ConfigurationError: a setting is wrong, or the folder can't be written.
    """
    settings = get_settings()
    logs.configure(settings.log_level)
    try:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        probe = settings.data_dir / f".write-test-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise ConfigurationError(
            f"The data folder {settings.data_dir} can't be written ({error.strerror}). "
            "Set MARKETPLACE_DATA_DIR to a folder that can."
        ) from None


def prepare_database() -> None:
    """Bring the database to the newest schema.

    Raises:
        ConfigurationError: it can't be reached, or is from a newer version of this program.
    """
    schema.upgrade()


def _load_demo() -> None:
    if get_settings().loads_demo and schema.is_empty():
        from marketplace.cli import demo

        print("The database is empty: loading demo data.", flush=True)
        try:
            demo.load_demo(None)
        except Conflict:
            # Of processes that start at once on an empty database, one is the first.
            if schema.is_empty():
                raise


def _tell() -> None:
    settings = get_settings()
    print(f"\n  {settings.site_name} is at {settings.url if settings.is_loopback else settings.site_url}")
    if not settings.is_loopback:
        print(f"  listening on {settings.host}:{settings.port}")
    if schema.has_demo():
        print("  Demo logins (password demo1234):")
        for line in schema.demo_logins():
            print(f"    {line}")
    print("  API: /api/docs. Stop with Ctrl-C.\n", flush=True)


def _raise_open_files() -> None:
    # Every browser tab is a socket; the usual soft limit of 1,024 would stop us near 850 of them.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _OPEN_FILES if hard == resource.RLIM_INFINITY else min(_OPEN_FILES, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def serve() -> NoReturn:
    """Prepare all that is not up to date, then turn into the server, which serves until interrupted."""
    # Before minutes are spent on migrating and building.
    for place in listening.places():
        listening.check(place)
    prepare_database()
    _load_demo()
    frontend.build()
    _tell()
    _raise_open_files()
    from marketplace.cli import server

    server.become()


def dev() -> int:
    """Serve with hot reload: Python changes reload the server, page changes the browser."""
    listening.check(listening.site())
    prepare_database()
    _load_demo()
    settings = get_settings()
    environment = frontend.environment()
    command = [sys.executable, "-m", "reflex", "run", "--env", "dev", "--loglevel", "info"]
    command += ["--frontend-port", str(settings.port), "--backend-port", str(settings.port + 1)]
    environment["REFLEX_API_URL"] = f"http://localhost:{settings.port + 1}"
    _tell()
    try:
        return subprocess.run(command, cwd=Path(ROOT), env=environment, check=False).returncode
    except KeyboardInterrupt:
        return 0
