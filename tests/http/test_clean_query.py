"""Query strings as clients send them: raw bytes, and what advertisers add."""

import json
import shutil
import subprocess
from urllib.parse import parse_qs

import pytest
from starlette.types import ASGIApp

from marketplace.core import tracking
from marketplace.http.clean_query import WHOLE_QUERY, CleanQuery
from tests.http.asking import run, scope_of

TRACKED = (
    "utm_source=mail&utm_medium=x&utm_campaign=%E0%A4%95&UTM_ID=1&gclid=a&gbraid=1&wbraid=2&gad_source=1&gad_campaignid=2&gclsrc=x&dclid=1"
    "&fbclid=b&igshid=c&igsh=c&mc_cid=1&mc_eid=2&msclkid=3&ttclid=4&twclid=5&li_fat_id=6&yclid=7&_ga=8&_gl=9&srsltid=0&mkt_tok=1&utm_term"
)  # fmt: skip
OTHERS = "keyword=sofa+utm_source&page=2&field[colour]=red&gclid2=1&autm_x=1&=gclid&&a=b=utm_x"


def ask(site: ASGIApp, path: str, query: bytes) -> tuple[int, bytes]:
    """Return the status and the body of the response to a raw query."""
    scope = scope_of(path) | {"type": "http", "scheme": "http", "method": "GET", "query_string": query}
    start, *parts = run(site, scope, [{"type": "http.request", "body": b""}])
    return start["status"], b"".join(part.get("body", b"") for part in parts)


async def _nothing(*_args) -> None: ...


def clean(query: bytes) -> dict:
    scope = scope_of("/") | {"type": "http", "query_string": query}
    run(CleanQuery(_nothing), scope, [])
    return scope


def test_tracking_parameters_are_dropped_and_all_others_kept():
    assert tracking.strip(TRACKED) == ""
    assert tracking.strip(OTHERS) == OTHERS
    mixed = "&".join(part for pair in zip(OTHERS.split("&"), TRACKED.split("&"), strict=False) for part in pair)
    assert tracking.strip(mixed) == OTHERS


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_the_browser_drops_the_same():
    """The expression is that of the script in `ssr/hydration.py`."""
    from marketplace.ssr.hydration import defer_hydration

    page = '<head></head><body><script type="module">import "/a.js";</script></body>'
    script = defer_hydration(page, lambda _path: "").rsplit("<script>", 1)[1].split("</script>")[0]
    lines = script.splitlines()[1:4]
    assert "history.replaceState" in lines[2]
    cases = ["", TRACKED, OTHERS, f"{OTHERS}&{TRACKED}", f"{TRACKED}&{OTHERS}", f"a=1&{TRACKED}"]
    program = f"""
        const seen = [];
        for (const search of {json.dumps(cases)}) {{
            const location = {{ search: search && "?" + search, pathname: "/p", hash: "#h" }};
            let url = location.pathname + location.search + location.hash;
            const history = {{ state: null, replaceState: (state, title, to) => {{ url = to; }} }};
            (() => {{ {" ".join(lines)} }})();
            seen.push(url);
        }}
        console.log(JSON.stringify(seen));
    """
    ran = subprocess.run(["node", "-e", program], capture_output=True, text=True, check=True)
    stripped = [tracking.strip(case) for case in cases]
    assert json.loads(ran.stdout) == [f"/p{'?' if query else ''}{query}#h" for query in stripped]


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("मोबाइल".encode(), "मोबाइल"),
        ("किताब 50% off".encode(), "किताब 50% off"),
        (b"caf\xe9", "caf\ufffd"),
        (b"\xff\xfe\xc0\xaf", "\ufffd\ufffd\ufffd\ufffd"),
        ("%E0%A4%95क".encode(), "कक"),
        (b"a\x00b\r\n", "a\x00b\r\n"),
    ],
)
def test_raw_bytes_are_read_as_utf8(raw: bytes, value: str):
    scope = clean(b"q=" + raw + b"&utm_source=" + raw)
    assert parse_qs(scope["query_string"].decode("ascii")) == {"q": [value]}
    assert scope[WHOLE_QUERY].isascii()


@pytest.mark.parametrize(
    "path", ["/api/product/search", "/products/search", "/", "/about", "/api/places", "/metrics", "/sitemap.xml"]
)
@pytest.mark.parametrize("raw", ["मोबाइल".encode(), b"caf\xe9", b"\xff\xfe", b"\xed\xa0\x80", b"%ff%00%", b"\xf0\x9f"])
def test_odd_bytes_are_no_error(site: ASGIApp, db, path: str, raw: bytes):
    for name in (b"keyword", b"q", b"city", b"after", b"page", b"sort", raw):
        assert ask(site, path, name + b"=" + raw)[0] < 500
