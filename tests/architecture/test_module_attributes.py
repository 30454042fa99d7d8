"""Every attribute that code reads from an imported module of the project exists. Reflex's types hide mistakes from Pyright."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.architecture import sources


def imported_modules(tree: ast.Module) -> dict[str, ModuleType]:
    """Return the modules of the project that `from ... import ...` binds, by name; names bound twice are left out."""
    bound: dict[str, ModuleType] = {}
    rebound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    rebound |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("marketplace"):
            source = importlib.import_module(node.module or "")
            for alias in node.names:
                value = getattr(source, alias.name, None)
                if isinstance(value, ModuleType) and (alias.asname or alias.name) not in rebound:
                    bound[alias.asname or alias.name] = value
    return bound


def unknown_attributes(path: Path) -> Iterator[str]:
    """Yield `line: module.attribute` for each attribute that the module does not have."""
    tree = sources.tree(path)
    modules = imported_modules(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            module = modules[node.value.id]
            if not hasattr(module, node.attr):
                yield f"{path.relative_to(sources.ROOT)}:{node.lineno}: {module.__name__}.{node.attr}"


def test_every_module_attribute_exists():
    files = sources.python_files("marketplace", "tests", "benchmarks", "tools")
    assert [found for path in files for found in unknown_attributes(path)] == []


@pytest.mark.parametrize(
    ("code", "unknown"),
    [
        ("from marketplace.domain import ads\nads.get", []),
        ("from marketplace.domain import ads\nads.nothing", ["ads.nothing"]),
        ("from marketplace.domain import ads as adverts\nadverts.nothing", ["ads.nothing"]),
        ("from marketplace.domain import ads\ndef f(ads):\n    ads.nothing", []),
    ],
)
def test_unknown_attributes_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, unknown: list[str]):
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    path = tmp_path / "code.py"
    path.write_text(code)
    assert [line.split("marketplace.domain.")[1] for line in unknown_attributes(path)] == unknown
