"""The import rules of pyproject.toml hold, and SQL stays in the domain."""

import ast
import subprocess
import sys
from pathlib import Path

from tests.architecture import sources


def test_the_import_contracts_hold():
    command = [Path(sys.executable).parent / "lint-imports", "--no-cache"]
    done = subprocess.run(command, cwd=sources.ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_transports_contain_no_sql():
    imported = {
        f"{sources.name(path)}: {alias.name}"
        for path in sources.python_files("marketplace/api", "marketplace/ssr", "marketplace/web")
        for node in ast.walk(sources.tree(path))
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in ("sqlalchemy", "sqlmodel")
        for alias in node.names
    }
    assert {each for each in imported if not each.endswith(": Session")} == set()
