"""Everything that `deploy/` names is there: files, settings, commands, services and ports."""

import configparser
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from marketplace.__main__ import _parser
from marketplace.cli.server import worker_kill_timeout_s
from marketplace.settings import Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
SETTINGS = {f"MARKETPLACE_{name.upper()}" for name in Settings.model_fields}
# What the S3 client and Python themselves read.
OTHERS = {"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "PYTHONUNBUFFERED"}
PORT = Settings.model_fields["port"].default
CONTAINERFILE = (DEPLOY / "Containerfile").read_text()


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def apps(compose: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from (service for service in compose["services"].values() if service["image"] == "marketplace")


def unit(path: Path) -> configparser.ConfigParser:
    read = configparser.ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment, method-assign]
    read.read_string(path.read_text())
    return read


def is_command(*words: str) -> bool:
    """Whether the command line takes these words."""
    try:
        return bool(_parser().parse_args(words))
    except SystemExit:
        return False


def test_container_settings_exist(compose):
    assert sum(1 for _ in apps(compose)) == 3
    for service in apps(compose):
        assert set(service["environment"]) <= SETTINGS | OTHERS
        assert is_command(*service.get("command", ["serve"]))


def test_stop_timeouts_exceed_the_shutdown_deadline(compose):
    for service in apps(compose):
        assert int(service["stop_grace_period"].removesuffix("s")) > worker_kill_timeout_s()
    for name in ("marketplace.service", "marketplace-jobs.service"):
        assert int(unit(DEPLOY / "systemd" / name)["Service"]["TimeoutStopSec"]) > worker_kill_timeout_s()


def test_services_wait_for_a_health_check(compose):
    services = compose["services"]
    for service in services.values():
        needed = service.get("depends_on", {})
        assert set(needed) <= set(services)
        for name, wanted in needed.items() if isinstance(needed, dict) else ():
            if wanted["condition"] == "service_healthy":
                assert "test" in services[name]["healthcheck"]


def test_volumes_and_files_of_containers_exist(compose):
    for service in compose["services"].values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in compose["volumes"] or (DEPLOY / source).is_file()
    build = compose["services"]["app1"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()


def test_required_passwords_are_documented(compose):
    text = (DEPLOY / "compose.yaml").read_text()
    needed = set(re.findall(r"(?<!\$)\$\{(\w+):\?", text))
    page = (ROOT / "docs" / "deploy.md").read_text()
    assert needed == {"SECRET_KEY", "POSTGRES_PASSWORD", "S3_PASSWORD"}
    assert all(f"{name}=%s" in page for name in needed)
    # What is neither written nor required has a default.
    assert set(re.findall(r"(?<!\$)\$\{(\w+)", text)) - needed == set(re.findall(r"(?<!\$)\$\{(\w+):-", text))


def test_both_kinds_of_compose_read_the_defaults():
    # Without a word after it, podman-compose 1.0 (Debian 12) hands on the text of the reference itself.
    assert not re.findall(r"\$\{\w+:?[-?]\}", (DEPLOY / "compose.yaml").read_text())


def test_health_check_works_in_any_image_format(compose):
    for name in ("app1", "app2"):
        *_, program = compose["services"][name]["healthcheck"]["test"]
        assert f":{PORT}/api/health" in program
        compile(program, "healthcheck", "exec")
    assert compose["services"]["jobs"]["healthcheck"] == {"disable": True}


def test_the_proxy_names_the_apps(compose):
    conf = (DEPLOY / "nginx" / "compose.conf").read_text()
    assert set(re.findall(r"server (\w+):(\d+)", conf)) == {("app1", str(PORT)), ("app2", str(PORT))}
    for path in (DEPLOY / "nginx").iterdir():
        for included in re.findall(r"include /etc/nginx/(\S+);", path.read_text()):
            assert (DEPLOY / "nginx" / included).is_file()


def test_apps_trust_the_proxy_in_front(compose):
    for service in apps(compose):
        assert service["environment"]["MARKETPLACE_TRUSTED_PROXY_HOPS"] == "${HOPS:-1}"
    # Anyone who reached this port directly could forge the client address.
    assert compose["services"]["proxy"]["ports"] == ["${LISTEN:-127.0.0.1}:8080:80"]
    assert "HOPS=2" in (ROOT / "docs" / "deploy.md").read_text()


def test_copied_files_of_the_image_exist():
    for line in re.findall(r"^COPY (?:--\S+ )*(.+) \S+$", CONTAINERFILE, re.MULTILINE):
        assert all((ROOT / name).exists() for name in line.split())
    assert set(re.findall(r"^(?:ARG|ENV) (\w+)=", CONTAINERFILE, re.MULTILINE)) <= SETTINGS | OTHERS
    assert f"EXPOSE {PORT}" in CONTAINERFILE
    assert f":{PORT}/api/health" in CONTAINERFILE
    for words in re.findall(r"-m marketplace (\w+)$", CONTAINERFILE, re.MULTILINE):
        assert is_command(words)


def test_the_image_excludes_secrets_and_build_results():
    # The name that Docker and Podman both read; `.containerignore` is Podman's alone.
    left_out = set((ROOT / ".dockerignore").read_text().split())
    assert {".git", ".venv", ".web", ".builds", "data", "**/.env"} <= left_out


def test_example_environment_names_existing_settings():
    text = (DEPLOY / "marketplace.env.example").read_text()
    named = set(re.findall(r"^#?([A-Z][A-Z0-9_]+)=", text, re.MULTILINE))
    assert len(named) > 8
    assert named <= SETTINGS | OTHERS


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_units_run_existing_commands(path):
    read = unit(path)
    if path.suffix == ".timer":
        assert path.with_suffix(".service") in UNITS
        return
    [words] = re.findall(r"-m marketplace ([a-z-]+(?: /\S+)?)", read["Service"]["ExecStart"])
    assert is_command(*words.split())
    assert read["Service"]["Environment"].split("=")[0] in SETTINGS
    for page in re.findall(r"file:///opt/marketplace/(\S+)", path.read_text()):
        assert (ROOT / page).is_file()


def test_the_guide_names_existing_files():
    page = (ROOT / "docs" / "deploy.md").read_text()
    for name in set(re.findall(r"\bdeploy/[\w./-]*\w", page)) - {"deploy/.env"}:
        assert (ROOT / name).exists(), name


def test_the_guide_stops_every_service_before_it_moves_data():
    page = (ROOT / "docs" / "deploy.md").read_text()
    moves = [block for block in re.findall(r"```sh\n(.*?)```", page, re.DOTALL) if "marketplace restore " in block]
    assert len(moves) == 2
    for block in moves:
        steps = ["systemctl stop marketplace marketplace-jobs", "marketplace backup ", "--replace", "systemctl start"]
        places = [block.index(step) for step in steps]
        assert places == sorted(places)
