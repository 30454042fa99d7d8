"""The style guide shows every component and token."""

import ast
import re
from pathlib import Path

from marketplace.web import components
from marketplace.web.pages import styleguide
from marketplace.web.pages.styleguide.samples import COLOURS

_COMPONENTS = Path(components.__path__[0])
_PAGE = Path(styleguide.__path__[0])
_THEME = Path(__file__).parents[2] / "assets" / "theme.css"
# Components without anything visible of their own.
_UNSEEN = {
    "current_url",
    "classes",
    "interval",
    "focus_invalid",
    "deferred",
    "lazy",
    "service_worker",
    "photo",  # part of every card
    "check_input",  # part of the fields
    "select",  # part of the fields
    "view_history",
    "on_change",
    "leave_guard",  # appears when the page is left
    "character_count",  # part of text fields
    "page_bound",
    "shared_scripts",
    "step_history",
}


def _used(folder: Path) -> set[str]:
    found = set()
    for file in folder.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module)
                found.update(f"{node.module}.{name.name}" for name in node.names)
    return found


def test_every_component_is_shown():
    used = _used(_PAGE)
    all_of_them = {file.stem for file in _COMPONENTS.glob("*.py")} - {"__init__"}
    missing = {name for name in all_of_them - _UNSEEN if f"{components.__name__}.{name}" not in used}
    assert missing == set()


def test_every_token_is_shown():
    light = re.search(r":root,\s*\.light \{(.*?)\}", _THEME.read_text(), re.DOTALL)
    assert light
    tokens = {name for name in re.findall(r"--([a-z0-9-]+):", light[1]) if not name.endswith("-shadow")}
    assert tokens == set(COLOURS)
