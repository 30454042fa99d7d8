"""Progressive web app: manifest, service worker, offline page."""

import json
import re
from pathlib import Path

from sqlmodel import Session

from marketplace.settings import get_settings
from marketplace.ssr import pwa
from tests.client import TestClient

ASSETS = Path(__file__).parents[2] / "assets"


def test_manifest_has_the_required_fields(db: Session, site: TestClient) -> None:
    answer = site.get("/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = json.loads(answer.text)
    assert manifest["name"] == get_settings().site_name
    assert manifest["start_url"] == "/"
    assert manifest["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert all((ASSETS / icon["src"].lstrip("/")).is_file() for icon in manifest["icons"])


def test_service_worker_is_revalidated_and_caches_one_page(db: Session, site: TestClient) -> None:
    answer = site.get("/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    # Any other cached response could be outdated or private.
    assert re.findall(r"cache\.(?:add|addAll|put)\((.*?),", answer.text) == ["new Request(PAGE"]
    assert f'PAGE = "{pwa.OFFLINE}"' in answer.text


def test_changed_offline_page_changes_the_service_worker(db: Session, monkeypatch) -> None:
    before = pwa.service_worker()
    monkeypatch.setattr(pwa, "standalone", lambda _template: "<p>Another</p>")
    assert pwa.service_worker() != before


def test_offline_page_is_self_contained(db: Session, site: TestClient) -> None:
    answer = site.get(pwa.OFFLINE)
    assert answer.status_code == 200
    assert "noindex" in answer.headers["x-robots-tag"]
    assert "<script" not in answer.text
    assert not re.search(r'(?:src|href)="[^"]', answer.text)
    assert "url(" not in answer.text
