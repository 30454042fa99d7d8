"""Parses pages like a crawler."""

import json
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from marketplace.http.security_headers import hash_script
from tests.client import TestClient

# Injection attempt for names, texts and searches.
NASTY = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'{{7*7}}"


@dataclass
class Read:
    """Parts of a page."""

    title: str = ""
    metas: dict[str, list[str]] = field(default_factory=dict)
    links: dict[str, list[str]] = field(default_factory=dict)
    hrefs: list[str] = field(default_factory=list)
    images: list[dict[str, str]] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)
    headings: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.read = Read()
        self._open = ""
        self._kind = ""
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.read.tags.append(tag)
        if tag == "meta" and (name := values.get("name") or values.get("property")):
            self.read.metas.setdefault(name, []).append(values.get("content", ""))
        elif tag == "link":
            self.read.links.setdefault(values.get("rel", ""), []).append(values.get("href", ""))
        elif tag == "a":
            self.read.hrefs.append(values.get("href", ""))
        elif tag == "img":
            self.read.images.append(values)
        if tag in ("title", "script", "h1"):
            self._open, self._text = tag, ""
            self._kind = values.get("type", "") if "src" not in values else "outside"

    def handle_data(self, data: str) -> None:
        if self._open:
            self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag != self._open:
            return
        if tag == "title":
            self.read.title = self._text
        elif tag == "h1":
            self.read.headings.append(" ".join(self._text.split()))
        elif self._kind == "application/json":
            self.read.state = json.loads(self._text)
        elif self._kind == "application/ld+json":
            block = json.loads(self._text)
            self.read.data[block["@type"]] = block
        elif self._kind != "outside":
            self.read.scripts.append(self._text)
        self._open = ""


def read(html: str) -> Read:
    """Parse a page."""
    reader = _Reader()
    reader.feed(html)
    return reader.read


def allowed_scripts(policy: str) -> set[str]:
    """Return the source expressions of script-src."""
    found = re.search(r"script-src ([^;]*)", policy)
    return set(found[1].split()) if found else set()


def get_page(site: TestClient, path: str, status: int = 200) -> Read:
    """Fetch and parse a page; check that its CSP allows its scripts and that it has one h1."""
    answer = site.get(path)
    assert answer.status_code == status, (path, answer.text[:2000])
    allowed = allowed_scripts(answer.headers["content-security-policy"])
    page = read(answer.text)
    assert all(hash_script(text) in allowed for text in page.scripts)
    assert len(page.headings) == 1
    return page
