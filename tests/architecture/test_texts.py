"""Every text can be extracted: `t` and `tn` get literals, or constants of a `messages` module."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture import sources

TEXTS = {"t": 1, "tn": 2}


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What the file imports from other modules: module, and the name it goes by here."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from ((f"{node.module}.{alias.name}", alias.asname or alias.name) for alias in node.names)


def _is_text(node: ast.expr, messages: set[str]) -> bool:
    """Whether the expression is a literal, or one of the constants that `messages` (names in this file) lead to."""
    match node:
        case ast.Constant(value=str()):
            return True
        case ast.IfExp(body=first, orelse=second):
            return _is_text(first, messages) and _is_text(second, messages)
        case ast.BoolOp(values=values):
            return all(_is_text(value, messages) for value in values)
        case ast.Attribute(value=base) | ast.Subscript(value=base):
            return _is_text(base, messages)
        case ast.Name(id=name):
            # A variable can't be followed; where the file knows a messages module, it holds one of its constants.
            return name in messages or (name.islower() and bool(messages))
    return False


def find_offences(path: Path) -> list[str]:
    """Calls whose text could not be extracted, as `file:line`."""
    tree = sources.tree(path)
    imported = list(_imports(tree))
    called = {name for full, name in imported if full in ("marketplace.texts.t", "marketplace.texts.tn")}
    messages = {name for full, name in imported if "messages" in full.split(".")}
    offences = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in called:
            texts = node.args[: TEXTS[node.func.id]]
            if not texts or not all(_is_text(text, messages) for text in texts):
                offences.append(f"{sources.name(path)}:{node.lineno}")
    return offences


def test_every_text_can_be_extracted():
    offences = [line for path in sources.python_files("marketplace") for line in find_offences(path)]
    assert not offences, "t(...) needs a literal or a constant of a messages module:\n" + "\n".join(offences)


@pytest.mark.parametrize(
    ("call", "is_fine"),
    [
        ('t("Hello")', True),
        ("t(messages.HELLO)", True),
        ("t(messages.REASONS[code])", True),
        ('t("One" if many else messages.TWO)', True),
        ('tn("one ad", "{count} ads", count)', True),
        ("t(HELLO)", True),
        ('t(f"Hello {name}")', False),
        ('t("Hello " + name)', False),
        ('t("Hello".upper())', False),
        ("t(OTHER)", False),
        ("t()", False),
    ],
)
def test_the_test_itself(tmp_path, monkeypatch, call, is_fine):
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    file = tmp_path / "page.py"
    imports = ("marketplace.texts import t, tn", "shop import messages", "shop.messages import HELLO")
    file.write_text("\n".join([*(f"from {each}" for each in imports), call]))
    assert (find_offences(file) == []) is is_fine


def test_a_variable_needs_a_messages_module_in_reach(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    file = tmp_path / "page.py"
    file.write_text('from marketplace.texts import t\nfor words in ("One", "Two"):\n    t(words)\n')
    assert find_offences(file) == ["page.py:3"]
