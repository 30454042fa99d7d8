"""The site as an app: manifest, service worker, offline page."""

import json
import re
from pathlib import Path

from sqlmodel import Session
from starlette.testclient import TestClient

from marketplace.documents import install
from marketplace.settings import get_settings

ASSETS = Path(__file__).parents[2] / "assets"


def test_manifest_says_what_an_installable_site_must(db: Session, site: TestClient) -> None:
    answer = site.get("/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = json.loads(answer.text)
    assert manifest["name"] == get_settings().site_name
    assert manifest["start_url"] == "/"
    assert manifest["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert all((ASSETS / icon["src"].lstrip("/")).is_file() for icon in manifest["icons"])


def test_worker_is_asked_for_anew_each_time_and_keeps_one_page_only(db: Session, site: TestClient) -> None:
    answer = site.get("/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    # Whatever else is kept could be old, or somebody's.
    assert re.findall(r"cache\.(?:add|addAll|put)\((.*?),", answer.text) == ["new Request(PAGE"]
    assert f'PAGE = "{install.OFFLINE}"' in answer.text


def test_another_offline_page_makes_another_worker(db: Session, monkeypatch) -> None:
    before = install.worker()
    monkeypatch.setattr(install, "standalone", lambda _template: "<p>Another</p>")
    assert install.worker() != before


def test_offline_page_needs_nothing_else(db: Session, site: TestClient) -> None:
    answer = site.get(install.OFFLINE)
    assert answer.status_code == 200
    assert "noindex" in answer.headers["x-robots-tag"]
    assert "<script" not in answer.text
    assert not re.search(r'(?:src|href)="[^"]', answer.text)
    assert "url(" not in answer.text
