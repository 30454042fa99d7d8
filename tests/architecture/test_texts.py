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


def _has_literal(node: ast.expr) -> bool:
    return any(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in ast.walk(node))


def _is_text(node: ast.expr, messages: set[str]) -> bool:
    """Whether the expression is a literal, or one of the constants that `messages` (names in this file) lead to."""
    match node:
        case ast.Constant(value=str()):
            return True
        case _ if _has_literal(node):
            # The extractor takes every literal between the parentheses for the text, and glues them together.
            return False
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


def _calls(tree: ast.Module) -> Iterator[tuple[ast.Call, list[ast.expr]]]:
    """Each call of `t` or `tn`, and the arguments that are its text."""
    called = {
        name for full, name in _imports(tree) if full in ("marketplace.i18n.texts.t", "marketplace.i18n.texts.tn")
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in called:
            yield node, node.args[: TEXTS[node.func.id]]


def find_offences(path: Path) -> list[str]:
    """Calls whose text could not be extracted, as `file:line`."""
    tree = sources.tree(path)
    messages = {name for full, name in _imports(tree) if "messages" in full.split(".")}
    # The extractor doesn't look into strings, so a literal has to stand outside of them.
    inside = {each for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for each in ast.walk(node)}
    return [
        f"{sources.name(path)}:{call.lineno}"
        for call, texts in _calls(tree)
        if not texts
        or not all(_is_text(text, messages) for text in texts)
        or (call in inside and any(map(_has_literal, texts)))
    ]


def test_every_text_can_be_extracted():
    offences = [line for path in sources.python_files("marketplace") for line in find_offences(path)]
    assert not offences, "t(...) needs a literal or a constant of a messages module:\n" + "\n".join(offences)


def test_a_singular_has_one_plural():
    plurals: dict[str, set[str]] = {}
    for path in sources.python_files("marketplace"):
        for _call, texts in _calls(sources.tree(path)):
            match texts:
                case [ast.Constant(value=str(one)), ast.Constant(value=str(many))]:
                    plurals.setdefault(one, set()).add(many)
    offences = {one: many for one, many in plurals.items() if len(many) > 1}
    assert not offences, f"The catalogue keeps one plural of each singular, the others can't be translated: {offences}"


@pytest.mark.parametrize(
    ("call", "is_fine"),
    [
        ('t("Hello")', True),
        ("t(messages.HELLO)", True),
        ("t(messages.REASONS[code])", True),
        ('t("One, " "two")', True),
        ("t(messages.ONE if many else messages.TWO)", True),
        ('t("One") if many else t("Two")', True),
        ('t("Hello {name}", name=t("you"))', True),
        ('f"{t(messages.HELLO)} {name}"', True),
        ('tn("one ad", "{count} ads", count)', True),
        ("t(HELLO)", True),
        ('t(f"Hello {name}")', False),
        ('t("Hello " + name)', False),
        ('t("Hello".upper())', False),
        ("t(OTHER)", False),
        ("t()", False),
        # The extractor would glue these together, take the key for a text, and not look into the last one at all.
        ('t("One" if many else "Two")', False),
        ('t("One" if many else messages.TWO)', False),
        ('t(messages.ONE if kind == "one" else messages.TWO)', False),
        ('t(messages.REASONS["spam"])', False),
        ("f\"{t('Hello')} {name}\"", False),
    ],
)
def test_the_test_itself(tmp_path, monkeypatch, call, is_fine):
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    file = tmp_path / "page.py"
    imports = ("marketplace.i18n.texts import t, tn", "shop import messages", "shop.messages import HELLO")
    file.write_text("\n".join([*(f"from {each}" for each in imports), call]))
    assert (find_offences(file) == []) is is_fine


def test_a_variable_needs_a_messages_module_in_reach(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    file = tmp_path / "page.py"
    file.write_text('from marketplace.i18n.texts import t\nfor words in ("One", "Two"):\n    t(words)\n')
    assert find_offences(file) == ["page.py:3"]
