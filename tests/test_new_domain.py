"""`make new-domain` writes code of the project's style into every layer."""

import ast
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT
from tools import new_domain


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The files that a new domain changes, and the settings of the linter."""
    changed = {path for path, _before, _lines in new_domain._insertions(new_domain.name_parts("notes"))}
    for name in ("pyproject.toml", *changed):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize("name", ["notes", "price_notes", "escrow"])
def test_generated_code_passes_the_linter(project: Path, name: str):
    new = new_domain.write(project, name)
    assert project / f"marketplace/domain/{name}/service.py" in new
    for path in project.rglob("*.py"):
        assert "$" not in path.read_text()
        ast.parse(path.read_text())
    # Format like `make new-domain`: names of another length sort and wrap differently.
    ruff = shutil.which("ruff", path=ROOT / ".venv/bin") or "ruff"
    subprocess.run([ruff, "check", "--fix", "--quiet", "."], cwd=project, check=True)
    subprocess.run([ruff, "format", "--quiet", "."], cwd=project, check=True)


def test_functions_of_the_domain_check_the_actor_first(project: Path):
    new_domain.write(project, "notes")
    tree = ast.parse((project / "marketplace/domain/notes/service.py").read_text())
    public = [node for node in tree.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]
    assert len(public) == 3
    for function in public:
        assert [arg.arg for arg in function.args.args[:2]] == ["db", "actor"]
        assert "actor.require" in ast.unparse(function.body[1])


@pytest.mark.parametrize("name", ["", "Notes", "no", "../notes", "9notes", "ads", "notes notes"])
def test_bad_and_taken_names_change_nothing(project: Path, name: str):
    (project / "marketplace/models/ads.py").write_text("class Ad(Table):\n    pass\n")
    before = {path: path.read_text() for path in project.rglob("*.*") if path.is_file()}
    with pytest.raises(ValueError, match=r"name|already"):
        new_domain.write(project, name)
    assert {path: path.read_text() for path in project.rglob("*.*") if path.is_file()} == before


def test_an_existing_domain_is_refused(project: Path):
    new_domain.write(project, "notes")
    with pytest.raises(ValueError, match="already"):
        new_domain.write(project, "notes")
