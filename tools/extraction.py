"""Babel extraction for modules named `messages`, where every text in a constant is a message, and for files of texts by category."""

import ast
from collections.abc import Iterator, Sequence
from typing import IO, Any

import yaml


def extract_messages(
    file: IO[bytes], _keywords: Any, _comments: Any, options: Any
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Extract the texts of a file's upper-case constants for Babel. The keys of dictionaries are codes and are skipped."""
    del options  # Babel passes it by name
    for statement in ast.parse(file.read()).body:
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        else:
            continue
        if statement.value and _is_constant(targets):
            yield from ((line, "t", text, []) for line, text in _texts(statement.value))


def extract_category_texts(
    file: IO[bytes], _keywords: Any, _comments: Any, options: Any
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield the texts of a YAML file of `domain/category_texts.py`; the interface of Babel extractors."""
    del options  # Babel passes it by name
    found = yaml.safe_load(file.read())
    lists = [found["general"], *(each["texts"] for each in found.get("categories", []))]
    yield from ((0, "t", text.strip(), []) for texts in lists for text in texts)


def _is_constant(targets: Sequence[ast.expr]) -> bool:
    return all(isinstance(target, ast.Name) and target.id.isupper() for target in targets)


def _texts(node: ast.expr) -> Iterator[tuple[int, str]]:
    match node:
        case ast.Constant(value=str(text)) if text:
            yield node.lineno, text
        case ast.Dict(values=values):
            for value in values:
                yield from _texts(value)
        case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
            for item in items:
                yield from _texts(item)
