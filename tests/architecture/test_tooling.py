"""What contributors' tools are told agrees with the Makefile and with `.ci/run`."""

import json
import re
from itertools import chain

import yaml

from tests.architecture.sources import ROOT

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_hooks_run_the_linters_of_make_lint():
    recipe = MAKEFILE.split("\nlint:", 1)[1].split("\n\n", 1)[0]
    wanted = {command.strip().removesuffix(" .") for command in re.findall(r"\$\(BIN\)/([^|]+?) \|\|", recipe)}
    assert {"ruff check", "lint-imports --no-cache", "pyright"} <= wanted
    (local,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    entries = [hook["entry"].split(".venv/bin/")[-1].replace(" --force-exclude", "") for hook in local["hooks"]]
    assert (local["repo"], set(entries)) == ("local", wanted)
    assert all(hook["language"] == "system" for hook in local["hooks"])


def test_the_workflow_runs_every_part_of_ci():
    jobs = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())["jobs"]
    parts = chain.from_iterable(job["strategy"]["matrix"].get("part", []) for job in jobs.values())
    default = re.search(r'"\$\{@:-([a-z ]+)\}"', (ROOT / ".ci/run").read_text())
    assert default
    assert list(parts) == default[1].split()


def test_the_workflow_tests_mail_headers_from_the_oldest_python_on():
    job = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())["jobs"]["headers"]
    minors = [int(version.removeprefix("3.")) for version in job["strategy"]["matrix"]["python"]]
    assert minors == list(range(minors[0], minors[-1] + 1))
    assert f'requires-python = ">=3.{minors[0]}"' in (ROOT / "pyproject.toml").read_text()
    files = re.findall(r"tests/\S+\.py", job["steps"][-1]["run"])
    assert files
    assert all((ROOT / file).is_file() for file in files)


def test_issue_forms_are_complete():
    for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"):
        form = yaml.safe_load(path.read_text())
        if path.stem != "config":
            assert form["name"]
            assert form["description"]
            ids = [field["id"] for field in form["body"] if field["type"] != "markdown"]
            assert len(ids) == len(set(ids)) > 0


def test_the_development_container_has_the_python_of_the_project():
    text = (ROOT / ".devcontainer/devcontainer.json").read_text()
    container = json.loads(re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE))
    oldest = re.search(r'requires-python = ">=([\d.]+)"', (ROOT / "pyproject.toml").read_text())
    assert oldest
    assert oldest[1] in container["image"]
    assert f"\n{container['postCreateCommand'].removeprefix('make ')}:" in MAKEFILE
