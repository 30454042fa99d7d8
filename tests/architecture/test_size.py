"""Files stay small enough to be read in one go, and classes of the pages even smaller."""

import ast

from tests.architecture import sources

LINES_OF_A_FILE = 400
LINES_OF_A_STATE = 150
# Made by Alembic from the models, not written.
GENERATED = {"alembic/versions/0001_first_schema.py"}


def test_no_file_is_too_long():
    long = {
        sources.name(path): length
        for path in sources.python_files("marketplace", "tests", "alembic", "benchmarks")
        if (length := len(path.read_text(encoding="utf-8").splitlines())) > LINES_OF_A_FILE
    }
    assert {name: length for name, length in long.items() if name not in GENERATED} == {}


def test_no_class_of_the_pages_is_too_long():
    long = {
        f"{sources.name(path)}:{node.name}": length
        for path in sources.python_files("marketplace/web")
        for node in ast.walk(sources.tree(path))
        if isinstance(node, ast.ClassDef) and (length := (node.end_lineno or 0) - node.lineno + 1) >= LINES_OF_A_STATE
    }
    assert long == {}
