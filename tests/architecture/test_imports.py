"""The import rules of pyproject.toml hold."""

import subprocess
import sys
from pathlib import Path

from tests.architecture import sources


def test_the_import_contracts_hold():
    command = [Path(sys.executable).parent / "lint-imports", "--no-cache"]
    done = subprocess.run(command, cwd=sources.ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
