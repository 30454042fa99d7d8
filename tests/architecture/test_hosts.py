"""No outside host is named in what is served: the pages load nothing from anywhere else."""

import re

import pytest

from tests.architecture import sources

ADDRESS = re.compile(r"""(?:https?:)?//((?:[a-z0-9-]+\.)+[a-z]{2,})(?=[/:"'\s)>?#]|$)""", re.IGNORECASE)
# Names of vocabularies, which nothing is loaded from, and names that are reserved for examples (RFC 2606).
ALLOWED = re.compile(r"(.+\.)?(schema\.org|purl\.org|w3\.org|sitemaps\.org|example(\.(com|org|net))?)", re.IGNORECASE)
TEXT = {".py", ".html", ".css", ".js", ".jsx", ".mjs", ".json", ".md", ".svg", ".txt", ".xml", ".webmanifest"}


def find_hosts(text: str) -> list[str]:
    """Outside hosts that the text names."""
    return [host for host in ADDRESS.findall(text) if not ALLOWED.fullmatch(host)]


def test_no_outside_host_is_named():
    files = [path for folder in ("marketplace", "assets") for path in sorted((sources.ROOT / folder).rglob("*"))]
    named = {
        sources.name(path): hosts
        for path in files
        if path.suffix in TEXT and path.is_file() and (hosts := find_hosts(path.read_text(encoding="utf-8")))
    }
    assert named == {}


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ('src="https://cdn.jsdelivr.net/npm/x.js"', ["cdn.jsdelivr.net"]),
        ("@import url(//fonts.googleapis.com/css)", ["fonts.googleapis.com"]),
        ('"@context": "https://schema.org"', []),
        ('xmlns="http://www.w3.org/2000/svg"', []),
        ("https://shop.example.com/a http://localhost:3000 postgresql+psycopg://db/x", []),
        ("a // b.c comment, 7 // 2", []),
    ],
)
def test_the_test_itself(text, hosts):
    assert find_hosts(text) == hosts
