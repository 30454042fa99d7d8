"""docs/api-contract.md, section 3, has every call of the API, and no other."""

import re

from tests.api.permissions import ROWS
from tests.architecture.sources import ROOT

# Calls that clients of the API don't need, by the start of their path.
NOT_IN_CONTRACT = {
    "/health": "for operators: README.md",
    "/newsletter/": "links in mails and a form of the site",
    "/places": "for the town picker of the site",
    "/geocode": "for the map of the site",
    "/messages/digest/unsubscribe": "a link in mails",
    "/savedsearch/unsubscribe": "a link in mails",
    "/wishlist/mails/unsubscribe": "a link in mails",
}
_METHODS = r"(?:GET|POST|PUT|DELETE)"


def _plain(path: str) -> str:
    return re.sub(r"\{\w+\}", "{}", path.partition("?")[0])


OPERATIONS = {f"{row.method} {_plain(row.template.removeprefix('/api'))}" for row in ROWS}


def _cells() -> list[str]:
    text = (ROOT / "docs" / "api-contract.md").read_text().partition("\n## 3. ")[2].partition("\n## 4. ")[0]
    return re.findall(rf"^\| ((?:{_METHODS} )*/[^|]*) \|", text, re.MULTILINE)


def _named_in(cell: str) -> set[str]:
    """Return the operations that a cell names; one that has paths without a method, all below them."""
    methods, first, named = [], "", set()
    for part in re.split(r" · |, ", re.sub(r"\(.*?\)|`", "", cell)):
        *own, path = part.split()
        methods, path = own or methods, _plain(path)
        first = path if own or not first else first
        # `· /relist` stands for another last part of the first path.
        paths = {path, first.rpartition("/")[0] + path}
        for operation in OPERATIONS:
            method, _, of = operation.partition(" ")
            if (method in methods and of in paths) or (not methods and f"{of}/".startswith(f"{path}/")):
                named.add(operation)
    return named


def test_every_call_stands_in_the_contract():
    named = set().union(*map(_named_in, _cells()))
    missing = {op for op in OPERATIONS - named if not op.partition(" ")[2].startswith(tuple(NOT_IN_CONTRACT))}
    assert not missing, (
        f"add a row to docs/api-contract.md, section 3, or the reason to NOT_IN_CONTRACT: {sorted(missing)}"
    )


def test_the_contract_has_no_call_that_is_gone():
    gone = [cell for cell in _cells() if not _named_in(cell)]
    assert not gone, f"docs/api-contract.md, section 3, names calls that the API does not have: {gone}"


def test_reasons_are_of_calls_that_exist():
    paths = [operation.partition(" ")[2] for operation in OPERATIONS]
    assert [start for start in NOT_IN_CONTRACT if not any(path.startswith(start) for path in paths)] == []
