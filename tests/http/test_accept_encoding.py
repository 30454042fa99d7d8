"""Tests of Accept-Encoding (RFC 9110, 12.5.3)."""

import pytest

from marketplace.cache.responses import read_headers
from marketplace.http.accept_encoding import accepts

ACCEPTED = [
    "gzip",
    "GZIP",
    "x-gzip",
    "deflate, gzip;q=1.0, *;q=0.5",
    "gzip ; q=0.001",
    "br;q=1, gzip",
    "*",
    "*;q=0.1",
    "*;q=0, gzip",
    "gzip, *;q=0",
    "identity;q=0, *",
]
REFUSED = [
    "",
    "identity",
    "br",
    "gzip;q=0",
    "gzip; q=0.000",
    "gzip;\tQ=0",
    "*;q=0",
    "*, gzip;q=0",
    "gzip;q=0, *",
    "br, *;q=1, gzip;q=0.0",
    "gzipped, gzip2",
]


@pytest.mark.parametrize(
    ("accept_encoding", "accepted"), [*((each, True) for each in ACCEPTED), *((each, False) for each in REFUSED)]
)
def test_gzip_overrides_the_asterisk(accept_encoding: str, accepted: bool):
    assert accepts(accept_encoding, "gzip") is accepted
    # A value that is too long to be memoized has the same result.
    assert accepts(f"{accept_encoding},{' ' * 300}", "gzip") is accepted


def test_several_accept_encoding_lines_are_one_list():
    lines = [(b"accept-encoding", b"gzip"), (b"accept-encoding", b"br")]
    assert read_headers(lines).gzip
    assert not read_headers([(b"accept-encoding", b"*"), (b"accept-encoding", b"gzip;q=0")]).gzip
    assert not read_headers([]).gzip


def test_each_coding_is_asked_for_by_itself():
    assert accepts("br, gzip;q=0", "br")
    assert not accepts("br, gzip;q=0", "gzip")
    assert accepts("gzip;q=0, *", "br")
