"""What nginx makes of requests with the project's own files: whose they are, how large they may be, what it says itself."""

import re
import socket
import subprocess
import time
from http.client import HTTPResponse
from pathlib import Path

import httpx
import pytest

from marketplace.http.client_address import client_address
from marketplace.settings import get_settings
from tests import servers, services
from tests.conftest import ROOT
from tests.deploy.conftest import Front

MB = 1024 * 1024
LIE = "6.6.6.6"


def send_head(front: Front, path: str, size: int, method: str = "POST") -> httpx.Response:
    """The answer to a head alone, whose body of this size never comes."""
    with socket.create_connection(("127.0.0.1", front.port), 20) as connection:
        connection.sendall(
            f"{method} {path} HTTP/1.1\r\nhost: market.example.org\r\ncontent-length: {size}\r\n"
            "content-type: application/json\r\nconnection: close\r\n\r\n".encode()
        )
        # It keeps the connection for a while, for what may still come of the body.
        answer = HTTPResponse(connection, method=method)
        answer.begin()
        return httpx.Response(answer.status, headers=answer.getheaders(), content=answer.read())


def is_envelope(answer: httpx.Response) -> bool:
    body = answer.json()
    said = body.pop("message")
    assert answer.headers["content-type"] == "application/json"
    assert body.pop("requestId", None) == (answer.headers.get("x-request-id") if answer.status_code >= 500 else None)
    return body == {"success": False} and said.endswith(".") and "<" not in said


def test_forged_client_address_is_ignored(front: Front, inner: Front):
    for each in (front, inner):
        each.ask(x_forwarded_for=LIE)
        chain = each.app.last("x-forwarded-for")
        assert client_address("10.0.0.9", chain, 1) == "127.0.0.1", chain


def test_client_addresses_are_kept_behind_a_tls_proxy(inner: Front):
    # The outer one adds who is connected to it, whatever came before.
    found = []
    for visitor in ("203.0.113.7", "203.0.113.8"):
        inner.ask(x_forwarded_for=f"{LIE}, {visitor}", x_forwarded_proto="https")
        found.append(client_address("10.0.0.9", inner.app.last("x-forwarded-for"), 2))
    assert found == ["203.0.113.7", "203.0.113.8"]


def test_forwarded_header_lines_are_joined(inner: Front):
    lines = [("x-forwarded-for", LIE), ("x-forwarded-for", "203.0.113.7")]
    httpx.get(f"{inner.url}/api/category", headers=lines)
    assert client_address("10.0.0.9", inner.app.last("x-forwarded-for"), 2) == "203.0.113.7"


def test_scheme_is_that_of_the_browser(front: Front, inner: Front):
    # Of it and the host the app makes the origin that may open a websocket.
    inner.ask(x_forwarded_proto="https")
    assert inner.app.last("x-forwarded-proto") == ["https"]
    inner.ask(x_forwarded_proto="gopher")
    assert inner.app.last("x-forwarded-proto") == ["http"]
    front.ask(x_forwarded_proto="https")
    assert front.app.last("x-forwarded-proto") == ["http"]


def test_client_cannot_set_the_request_id(front: Front, inner: Front):
    for each in (front, inner):
        each.ask(x_request_id="chosen-by-a-visitor")
        [first] = each.app.last("x-request-id")
        each.ask(x_request_id="chosen-by-a-visitor")
        assert re.fullmatch(r"[0-9a-f]{32}", first)
        assert each.app.last("x-request-id") != [first]


def test_headers_of_the_app_are_not_doubled(front: Front):
    assert front.ask().headers.get_list("strict-transport-security") == ["max-age=1"]
    files = "".join(path.read_text() for path in (ROOT / "deploy" / "nginx").iterdir())
    assert "strict-transport-security" not in files.lower()


def test_visitors_without_cookies_share_what_the_app_allows(front: Front):
    before = len(front.app.seen)
    for _ in range(3):
        assert front.ask("/shared").headers["cache-control"].startswith("max-age=0, s-maxage=")
    assert len(front.app.seen) == before + 1
    for headers in ({"cookie": "marketplace_session=x"}, {"authorization": "Bearer x"}, {"cookie": "city=Pune"}):
        front.ask("/shared", **headers)
    assert len(front.app.seen) == before + 4


@pytest.mark.parametrize("site", ["front", "inner"])
def test_nobody_waits_while_an_outdated_page_is_made_anew(request: pytest.FixtureRequest, site: str):
    front: Front = request.getfixturevalue(site)
    first = front.ask("/brief").headers["etag"]
    before = len(front.app.seen)
    time.sleep(2.1)
    front.app.may_answer.clear()
    try:
        assert [front.ask("/brief").headers["etag"] for _ in range(3)] == [first] * 3
        # A visitor with a cookie asks the app itself.
        with pytest.raises(httpx.ReadTimeout):
            httpx.get(f"{front.url}/brief", headers={"cookie": "marketplace_session=x"}, timeout=0.5)
        assert len(front.app.seen) == before + 2
    finally:
        front.app.may_answer.set()
    servers.until(lambda: front.ask("/brief").headers["etag"] != first)


def test_responses_that_need_revalidation_are_not_stored(front: Front):
    before = len(front.app.seen)
    for path in ("/revalidated", "/api/category"):
        for _ in range(2):
            assert front.ask(path).status_code == 200
    assert len(front.app.seen) == before + 4


@pytest.mark.parametrize("path", ["/api/report", "/api", "/api/product", "/api/%75ser/login"])
def test_large_body_is_refused_by_its_length_header(front: Front, path: str):
    before = len(front.app.seen)
    answer = send_head(front, path, 60 * MB)
    assert answer.status_code == 413
    assert is_envelope(answer)
    assert len(front.app.seen) == before


def test_chunked_body_that_grows_too_large_is_refused(front: Front):
    pieces = (b"x" * MB for _ in range(4))
    answer = httpx.post(f"{front.url}/api/report", content=pieces)
    assert answer.status_code == 413
    assert is_envelope(answer)


@pytest.mark.parametrize("path", ["/api/upload", "/api/upload-multiple"])
def test_an_upload_reaches_the_app_before_its_body(front: Front, path: str):
    # So who may not upload is told at once, and what he sends fills no disk.
    answer = send_head(front, path, 300 * MB)
    assert (answer.status_code, front.app.seen[-1][0]) == (200, path)


@pytest.mark.parametrize("path", ["/api/upload", "/api/upload-multiple"])
def test_too_large_upload_gets_the_error_format(front: Front, path: str):
    answer = send_head(front, path, 400 * MB)
    assert answer.status_code == 413
    assert is_envelope(answer)


def test_largest_allowed_upload_passes():
    settings = get_settings()
    text = (ROOT / "deploy" / "nginx" / "marketplace-proxy.conf").read_text()
    sizes = [int(each) * MB for each in re.findall(r"client_max_body_size (\d+)m;", text)]
    uploads = settings.upload_max_files * settings.upload_max_bytes
    assert sizes[0] > settings.body_max_bytes
    assert sizes[1] > uploads


@pytest.mark.parametrize("path", ["/api/category", "/api", "/api/upload", "/%61pi/category"])
def test_unavailable_app_gives_an_api_error(alone: Front, path: str):
    answer = alone.ask(path)
    assert answer.status_code == 502
    assert answer.headers["retry-after"].isdigit()
    assert answer.headers["cache-control"] == "no-store"
    assert is_envelope(answer)
    assert is_envelope(httpx.post(alone.url + path, content=b"{}"))


def test_unavailable_app_gives_an_error_page(alone: Front):
    for path in ("/", "/product/some-sofa", "/apiary", "/sitemap.xml"):
        answer = alone.ask(path)
        assert answer.status_code == 502
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "<h1>Back in a moment</h1>" in answer.text
        assert "nginx" not in answer.text


def test_error_of_the_app_passes_unchanged(front: Front):
    answer = front.ask("/api/busy")
    assert answer.status_code == 503
    assert answer.json()["message"] == "The app's own."


@pytest.mark.parametrize(
    ("line", "header", "status"),
    [
        ("GET {path} HTTP/1.1", "cookie: " + "x" * 40_000, 400),
        ("GET {path}?{long} HTTP/1.1", "", 414),
        ("GET {path}\x01 HTTP/1.1", "", 400),
        ("GET {path} HTTP/9.1", "", 505),
        ("TRACE {path} HTTP/1.1", "", 405),
        ("POST {path} HTTP/1.1", "transfer-encoding: odd", 501),
        ("POST {path} HTTP/1.1", "content-length: odd", 400),
    ],
)
def test_malformed_api_request_is_not_answered_in_html(front: Front, line: str, header: str, status: int):
    for path in ("/api/category", "/sell"):
        with socket.create_connection(("127.0.0.1", front.port), 20) as connection:
            first = line.format(path=path, long="x" * 40_000)
            connection.sendall(f"{first}\r\nhost: x\r\nconnection: close\r\n{header}\r\n\r\n".encode())
            answer = connection.recv(65_536).decode()
        assert answer.startswith(f"HTTP/1.1 {status} ")
        assert ("content-type: application/json" in answer.lower()) == (path == "/api/category")
        assert "<html" not in answer


@pytest.mark.parametrize("site", ["marketplace.conf", "compose.conf"])
def test_configuration_is_valid(tmp_path: Path, site: str):
    program = services.find_program("nginx", "/usr/sbin")
    folder = ROOT / "deploy" / "nginx"
    text = (folder / site).read_text()
    # Names of containers are known among containers only, and ports below 1024 are root's.
    text = re.sub(r"server app\d:", "server 127.0.0.1:", text).replace("/etc/nginx", str(folder))
    text = text.replace("/var/cache", str(tmp_path))
    text = re.sub(r"listen (\[::\]:)?(\d+)", lambda found: f"listen 127.0.0.1:{20_000 + int(found[2])}", text)
    text = re.sub(r"(listen \S+[^;]*;\n\s*)listen [^;]*;\n", r"\1", text)
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = [services.find_program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    command += ["-subj", "/CN=market.example.org", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    text = re.sub(r"ssl_certificate \S+;", f"ssl_certificate {certificate};", text)
    text = re.sub(r"ssl_certificate_key \S+;", f"ssl_certificate_key {key};", text)
    whole = tmp_path / "nginx.conf"
    whole.write_text(f"pid {tmp_path}/pid;\nerror_log {tmp_path}/log;\nevents {{}}\nhttp {{\n{text}\n}}\n")
    done = subprocess.run([program, "-t", "-p", str(tmp_path), "-c", str(whole)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "warn" not in done.stderr
