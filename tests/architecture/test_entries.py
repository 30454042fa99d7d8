"""Every way into the site stands in a group of the table of costs in docs/security.md."""

import re
from pathlib import Path

from marketplace.web.page_registry import list_pages
from tests.load.entries import COMMANDS, FILES, GROUPS, SOCKETS, group_of
from tests.web.permissions import QUIET, ROWS

ROOT = Path(__file__).parent.parent.parent
METHODS = ("get", "put", "post", "delete", "patch")


def test_every_entry_has_a_group_and_every_group_an_entry(api_app):
    paths = api_app.openapi()["paths"]
    entries = [f"api {method.upper()} {path}" for path, of in paths.items() for method in METHODS if method in of]
    entries += [f"page {page.route}" for page in list_pages()]
    entries += [f"event {row.name}" for row in (*ROWS, *QUIET)]
    entries += [f"mail {path}" for path in paths if "unsubscribe" in path]
    entries += [f"socket {name}" for name in SOCKETS] + [f"file {path}" for path in FILES]
    entries += [f"command {name}" for name in COMMANDS]
    found = {entry: group_of(entry) for entry in entries}
    assert [entry for entry, group in found.items() if group is None] == []
    assert set(found.values()) == set(GROUPS)


def test_the_document_names_the_most_expensive_input_and_the_bound_of_each_group():
    document = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    section = document.partition("## What an entry costs at most")[2].partition("\n## ")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in re.findall(r"^\|.+$", section, re.MULTILINE)
    ][2:]
    assert [row[0] for row in rows] == [group.name for group in GROUPS]
    assert all(len(row) == 5 and all(row) for row in rows)
