"""Which readers take a compressed answer (RFC 9110, 12.5.3)."""

import pytest

from marketplace import ready
from marketplace.ready.answers import read

TAKES = [
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
TAKES_NOT = [
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
    ("accepted", "taken"), [*((each, True) for each in TAKES), *((each, False) for each in TAKES_NOT)]
)
def test_the_name_is_stronger_than_the_asterisk(accepted: str, taken: bool):
    assert ready.accepts_gzip(accepted) is taken
    # A header too long to be remembered is read alike.
    assert ready.accepts_gzip(f"{accepted},{' ' * 300}") is taken


def test_several_lines_are_one_list():
    lines = [(b"accept-encoding", b"gzip"), (b"accept-encoding", b"br")]
    assert read(lines).gzip
    assert not read([(b"accept-encoding", b"*"), (b"accept-encoding", b"gzip;q=0")]).gzip
    assert not read([]).gzip
