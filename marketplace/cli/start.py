"""`serve` and `dev`: prepares the database and the front end, then starts the server."""

import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

from marketplace.cli import frontend, listening, schema
from marketplace.core import folder_locks
from marketplace.core.errors import ConfigurationError, Conflict
from marketplace.domain import deals, handovers, trust
from marketplace.observability import logs
from marketplace.settings import ROOT, get_settings

_MAX_OPEN_FILES = 65_536


def check_files() -> None:
    """Read the settings and the files of rules, tips and parts, and configure the log. Nothing is written.

    Raises:
        ConfigurationError: a setting or a file is invalid.
    """
    logs.configure(get_settings().log_level)
    trust.load()
    deals.load_safety_tips()
    handovers.load_parts()


def check_settings() -> None:
    """Do `check_files`, create the data folder, and check that it is writable.

    Raises:
        ConfigurationError: a setting or a file is invalid, or the folder can't be written.
    """
    check_files()
    settings = get_settings()
    try:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        probe = settings.data_dir / f".write-test-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise ConfigurationError(
            f"The data folder {settings.data_dir} can't be written ({error.strerror}). "
            "Set MARKETPLACE_DATA_DIR to a writable folder."
        ) from None


def prepare_database() -> None:
    """Migrate the database to the current schema.

    Raises:
        ConfigurationError: the database can't be reached, or has the schema of a newer version.
    """
    schema.upgrade()


def _load_demo() -> None:
    if get_settings().loads_demo and schema.is_empty():
        from marketplace.cli import demo

        print("The database is empty: loading demo data.", flush=True)
        try:
            demo.load_demo(None)
        except Conflict:
            # Another process that started at the same time has loaded it.
            if schema.is_empty():
                raise


def _describe_site() -> str:
    settings = get_settings()
    lines = [f"{settings.site_name} is at {settings.url}"]
    if not settings.is_loopback:
        lines.append(f"listening on {settings.host}:{settings.port}")
    if schema.has_demo():
        lines += ["Demo logins (password demo1234):", *(f"  {line}" for line in schema.demo_logins())]
    lines.append("API: /api/docs. Stop with Ctrl-C.")
    return "".join(f"\n  {line}" for line in lines) + "\n"


def _raise_open_files() -> None:
    # Every open tab needs a socket; the usual soft limit of 1,024 is reached with about 850 tabs.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = _MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(_MAX_OPEN_FILES, hard)
    if soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))


def serve() -> NoReturn:
    """Prepare database and front end, then replace this process with the server; never returns."""
    # Check first, before minutes are spent on migrating and building.
    for address in listening.listen_addresses():
        listening.check(address)
    prepare_database()
    _load_demo()
    frontend.build()
    banner = _describe_site()
    _raise_open_files()
    from marketplace.cli import server

    server.exec_server(banner)


def dev(page: str = "") -> int:
    """Serve with hot reload, of one folder of `web/pages` or route alone if named, which is much faster; returns the exit code of Reflex.

    Raises:
        ConfigurationError: there is no such page.
    """
    page = page or get_settings().dev_page
    if page:
        page = frontend.find_folder(page)
    listening.check(listening.site())
    prepare_database()
    _load_demo()
    settings = get_settings()
    # Tells `doctor` that this marketplace is running.
    folder_locks.hold(settings.data_dir)
    environment = frontend.environment()
    command = [sys.executable, "-m", "reflex", "run", "--env", "dev", "--loglevel", "info"]
    command += ["--frontend-port", str(settings.port), "--backend-port", str(settings.port + 1)]
    environment["REFLEX_API_URL"] = f"http://localhost:{settings.port + 1}"
    environment["MARKETPLACE_DEV_PAGE"] = page
    listening.print_when_answering(_describe_site())
    try:
        return subprocess.run(command, cwd=Path(ROOT), env=environment, check=False).returncode
    except KeyboardInterrupt:
        return 0
