"""Texts of strangers are normalised in one place, which bounds the marks on a letter: the work grows with their square."""

import ast

from tests.architecture import sources

PLACES = {"marketplace/core/text.py"}
# These normalise constants of the package only.
OURS = {"marketplace/domain/number_words.py"}


def test_texts_are_normalised_in_one_place():
    found = {
        sources.name(path)
        for path in sources.python_files("marketplace")
        for node in ast.walk(sources.tree(path))
        if isinstance(node, ast.Attribute) and node.attr == "normalize" and ast.unparse(node.value) == "unicodedata"
    }
    assert found == PLACES | OURS, "call normalise of core/text.py"
