"""The localities of the place data, as the tool writes them from names of post offices."""

import csv

import pytest

from marketplace.integrations.geocode import LOCALITIES
from tools import localities


@pytest.mark.parametrize(
    ("office", "name"),
    [
        ("Andheri H.O", "Andheri"),
        ("Bandra West S.O", "Bandra West"),
        ("Indira Nagar S.O (Lucknow)", "Indira Nagar"),
        ("Vijai Nagar SO Kanpur Nagar", "Vijai Nagar"),
        ("viman nagar SO", "Viman Nagar"),
        ("High Court Building S.O", ""),
        ("Jaipur R.S S.O", ""),
        ("9 DRD S.O", ""),
        ("", ""),
    ],
)
def test_offices_are_named_like_localities(office: str, name: str):
    assert localities.clean(office) == name


def test_the_data_is_small_and_has_each_locality_once():
    assert LOCALITIES.stat().st_size < 300_000
    with LOCALITIES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert all(len(row) == 5 and all(row[:3]) and bool(row[3]) is bool(row[4]) for row in rows)
    names = [tuple(map(str.casefold, row[:3])) for row in rows]
    assert names == sorted(set(names))
