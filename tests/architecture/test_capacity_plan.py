"""The capacity plan counts with the figures that the benchmarks' results have today."""

import re
from collections.abc import Mapping
from pathlib import Path

from tests.conftest import ROOT

RESULTS = ROOT / "benchmarks" / "results"
PLAN = (ROOT / "docs" / "scale.md").read_text()
# The mix of page views, and the page of each kind in serving.md.
MIX = {"home, HTML": 0.10, "listing, page 1, HTML": 0.30, "ad, HTML": 0.45, "search, HTML": 0.15}


def rows(path: Path, first: str) -> list[dict[str, str]]:
    """Return the rows of the table whose header begins with this cell, by the names of its columns."""
    table = path.read_text().partition(f"| {first} |")[2].partition("\n\n")[0]
    header, _, *lines = (f"| {first} |{table}").strip().splitlines()
    names, *cells = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in (header, *lines)]
    return [dict(zip(names, each, strict=True)) for each in cells]


def made_anew(database: str, workers: int) -> dict[str, int]:
    """Return the pages a second at a million ads."""
    wanted = f"{database} 1,000,000, {workers}"
    found = {
        row["page"]: row for row in rows(RESULTS / "serving.md", "page | ads, workers") if row["ads, workers"] == wanted
    }
    return {page: int(found[page]["made/s"].replace(",", "")) for page in MIX}


def planned(row: str) -> str:
    """Return the value of a row of the plan's numbers."""
    found = re.search(rf"^\| {re.escape(row)} \| ([^|]*) \|", PLAN, re.MULTILINE)
    assert found, row
    return found[1]


def cost_ms(rates: Mapping[str, int], cores: int = 1) -> float:
    return cores * sum(share / rates[page] for page, share in MIX.items()) * 1000


def test_rates_of_the_plan_are_those_of_serving():
    home, listing, ad, search = made_anew("PostgreSQL", 1).values()
    expected = f"home {home}, list {listing}, ad {ad}, search {search} a second"
    assert planned("a page made anew, one worker") == expected
    both = [", ".join(map(str, made_anew(database, 2).values())) for database in ("PostgreSQL", "SQLite")]
    assert planned("the same, two workers on two cores") == f"PostgreSQL {both[0]}; SQLite {both[1]} a second"


def test_mean_cost_of_a_page_follows_from_the_rates():
    assert f"**{cost_ms(made_anew('PostgreSQL', 1)):.1f} ms**" in PLAN
    postgres, sqlite = (cost_ms(made_anew(database, 2), cores=2) for database in ("PostgreSQL", "SQLite"))
    assert f"= {postgres:.1f} ms on PostgreSQL and, the same way, {sqlite:.1f} ms on SQLite" in PLAN


def test_memory_of_the_plan_is_that_of_serving():
    found = {row["MB"]: int(row["the site"]) for row in rows(RESULTS / "serving.md", "MB")}
    one, two = (found[f"PostgreSQL 1,000,000, {workers}"] for workers in (1, 2))
    assert planned("memory").startswith(f"{one} MB with one worker, {two} with two: {two - one} MB ")


def test_index_of_the_plan_is_that_of_search():
    found = re.search(r"are ([\d,]+) live ones\. Index: (\d+) MB", (RESULTS / "search.md").read_text())
    assert found
    assert planned("search index").startswith(f"{found[2]} MB for {found[1]} live ads")
