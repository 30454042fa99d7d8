"""Sections of docs/product.md and docs/api-contract.md that code and documents cite exist."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture import sources

DOCS = {"spec": "docs/product.md", "contract": "docs/api-contract.md"}
# "spec, section 5", "sections 5 and 8 of the product spec", "API contract, section 2.1" and so on.
_NUMBERS = r"(?P<numbers>\d+(?:\.\d+)*(?:(?:, | and )\d+(?:\.\d+)*)*)"
_AFTER = re.compile(rf"\b(?P<doc>spec|contract)(?:ification)?,? \(?(?:sections? )?{_NUMBERS}")
_BEFORE = re.compile(rf"\bsections? {_NUMBERS} of the (?:product |API )?(?P<doc>spec|contract)")
_HEADING = re.compile(r"^#{2,4} (?P<number>\d+(?:\.\d+)*)\.? ", re.MULTILINE)
_LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")
_OUTSIDE = ("http://", "https://", "mailto:")


def _read(path: Path) -> str:
    # A citation may be broken over two lines of a comment.
    return re.sub(r"\s*\n\s*(?:# )?", " ", path.read_text(encoding="utf-8"))


def find_citations(text: str) -> Iterator[tuple[str, str]]:
    """Each cited section as ("spec" or "contract", number)."""
    for pattern in (_AFTER, _BEFORE):
        for found in pattern.finditer(text):
            for number in re.findall(r"\d+(?:\.\d+)*", found["numbers"]):
                yield found["doc"], number


def _headings(document: Path) -> list[str]:
    return [found["number"] for found in _HEADING.finditer(document.read_text(encoding="utf-8"))]


def _slugs(document: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def _documents() -> list[Path]:
    return sorted([*sources.ROOT.glob("*.md"), *(sources.ROOT / "docs").rglob("*.md")])


def test_citations_are_recognised():
    assert list(find_citations("(spec, section 5)")) == [("spec", "5")]
    assert list(find_citations("literal from sections 5 and 8 of the product spec.")) == [("spec", "5"), ("spec", "8")]
    assert list(find_citations("as spec 4.2 and API contract, section 2.1 say")) == [
        ("spec", "4.2"),
        ("contract", "2.1"),
    ]
    assert list(find_citations("(RFC 8058, section 3.2)")) == []


def test_cited_sections_exist():
    known = {name: set(_headings(sources.ROOT / path)) for name, path in DOCS.items()}
    files = [*sources.python_files("marketplace", "tests", "benchmarks"), *_documents()]
    missing = [
        f"{sources.name(path)}: {doc} {number}"
        for path in files
        if path != Path(__file__)
        for doc, number in find_citations(_read(path))
        if number not in known[doc]
    ]
    assert missing == []


@pytest.mark.parametrize("path", DOCS.values())
def test_section_numbers_follow_each_other(path: str):
    numbers = [[int(part) for part in number.split(".")] for number in _headings(sources.ROOT / path)]
    assert numbers == sorted(numbers)
    assert len({tuple(number) for number in numbers}) == len(numbers)
    for number in numbers:
        assert number[-1] == 1 or [*number[:-1], number[-1] - 1] in numbers


@pytest.mark.parametrize("document", _documents(), ids=sources.name)
def test_links_between_documents_lead_somewhere(document: Path):
    for found in _LINK.finditer(document.read_text(encoding="utf-8")):
        if found["target"].startswith(_OUTSIDE):
            continue
        name, _, anchor = found["target"].partition("#")
        target = (document.parent / name).resolve() if name else document
        assert target.exists(), found["target"]
        if anchor and target.suffix == ".md":
            assert anchor in _slugs(target), found["target"]
