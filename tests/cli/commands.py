"""Runs commands of the command line as processes of their own."""

import multiprocessing
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).parent.parent.parent
_TIMEOUT_S = 120
# A new interpreter takes seconds to import the package; the fork server has done so once.
_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(["marketplace.cli.start", "marketplace.cli.backup", "marketplace.cli.doctor"])


def start(*arguments: str, data: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m marketplace` in a new interpreter, as operators do. Settings are named without the prefix."""
    return subprocess.run(
        [sys.executable, "-m", "marketplace", *arguments],
        cwd=ROOT,
        env=_environment(data, settings),
        capture_output=True,
        text=True,
        timeout=_TIMEOUT_S,
        check=False,
    )


def run(*arguments: str, data: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Do the same as `start` in a fork of a process that has imported the package and read no setting.

    A fork ends without closing its connections: what it wrote to SQLite may be in the write-ahead log alone.
    """
    with tempfile.TemporaryDirectory() as folder:
        output, errors = Path(folder, "output"), Path(folder, "errors")
        files = {1: str(output), 2: str(errors)}
        process = _forks.Process(target=_run_forked, args=(arguments, _environment(data, settings), files))
        process.start()
        process.join(_TIMEOUT_S)
        if process.exitcode is None:
            process.kill()
            raise AssertionError(f"{arguments} did not end:\n{errors.read_text()}")
        return subprocess.CompletedProcess(arguments, process.exitcode, output.read_text(), errors.read_text())


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """Assert that the command failed with one sentence, and return it."""
    assert done.returncode not in (0, None)
    assert "Traceback" not in done.stderr + done.stdout
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("error: ")
    return lines[0]


def _environment(data: Path, settings: dict[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MARKETPLACE_")}
    named = {f"MARKETPLACE_{name.upper()}": value for name, value in settings.items()}
    return kept | {"MARKETPLACE_DATA_DIR": str(data)} | named


def _run_forked(arguments: tuple[str, ...], environment: dict[str, str], files: dict[int, str]) -> NoReturn:
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    for number, path in files.items():
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), number)
    from marketplace.__main__ import main
    from marketplace.settings import get_settings

    assert get_settings.cache_info().currsize == 0, "the fork server has read settings"
    sys.exit(main(arguments))
