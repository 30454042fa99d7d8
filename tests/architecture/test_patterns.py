"""No text of a stranger keeps a regular expression busy: each pattern's work is counted, not timed."""

import ast
import importlib
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from marketplace.domain.search import analysis
from marketplace.observability import logs
from tests.architecture import sources
from tests.architecture.steps import Counter, pumps

SIZE = 64
# Between the growth of linear work, which is 2 where the text doubles, and that of quadratic work, which is 4.
LINEAR = 2.5
# Patterns are read in linear time unless they stand here, with the most characters that reach them and why.
CAPPED = {
    ("marketplace.domain.search.filter_phrases", "READERS"): analysis.MAX_QUERY,
}
MOST_STEPS = 1_000_000
# These read our own files, settings or answers of our own services, never text of a stranger.
OURS = {
    "marketplace.demo.wording",
    "marketplace.ssr.hydration",
    "marketplace.ssr.compiled_templates",
    "marketplace.integrations.geocode",
    "marketplace.settings.validators",
    "marketplace.web.reflex_ext.client_build",
}
# Used with `match` or `fullmatch` only, so they are tried at one place of the text.
ONCE = {
    ("marketplace.domain.accounts.rules", "_PHONE"),
    ("marketplace.domain.accounts.rules", "_UPI"),
    ("marketplace.domain.media.naming", "_FILE"),
    ("marketplace.domain.media.naming", "_STORED"),
    ("marketplace.domain.media.naming", "_URL"),
    ("marketplace.domain.search.params", "_FIELD"),
    ("marketplace.domain.trust.links", "_HOST"),
    ("marketplace.domain.search.cities", "_IS_NEAR"),
    ("marketplace.domain.search.units", "_DECIMAL"),
    ("marketplace.domain.search.units", "_NUMBER"),
    ("marketplace.domain.search.units", "_NUMBER_WITH_UNIT"),
    ("marketplace.core.ids", "_SHAPE"),
    ("marketplace.http.request_context", "_ID_FORMAT"),
}
# Patterns that are written where they are used. Their input is our own HTML, or a keyword, which is short and has single spaces.
INLINE = {
    "marketplace/ssr/render.py": r">\s+<",
    "marketplace/web/pages/admin_review/differences.py": r"(\s+)",
    "marketplace/domain/search/cities.py": "",
    # Reads the sentences of the demo by patterns of its own YAML file.
    "marketplace/demo/consistency.py": "",
}
USES = {"compile", "search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer"}


def _modules_with_patterns() -> list[str]:
    return [
        sources.name(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for path in sources.python_files("marketplace")
        if "import re\n" in path.read_text(encoding="utf-8")
    ]


def _patterns_in(value: Any) -> Iterator["re.Pattern[str]"]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _patterns_in(each)


def _of_strangers() -> Iterator[tuple[str, str, int, "re.Pattern[str]"]]:
    for module in sorted(set(_modules_with_patterns()) - OURS):
        for name, value in sorted(vars(importlib.import_module(module)).items()):
            for number, pattern in enumerate(_patterns_in(value)):
                yield module, name, number, pattern


# A module may import the patterns of another: each stands once, as its maker's.
PATTERNS = list({id(found[3]): found for found in reversed(list(_of_strangers()))}.values())[::-1]
IDS = [f"{module.removeprefix('marketplace.')}.{name}-{number}" for module, name, number, _ in PATTERNS]


def _work(pattern: "re.Pattern[str]", pump: str, tail: str, size: int, *, once: bool) -> int:
    return Counter(pattern).count((pump * size)[:size] + tail, once=once)


@pytest.mark.parametrize(("module", "name", "number", "pattern"), PATTERNS, ids=IDS)
def test_patterns_match_in_linear_time(module: str, name: str, number: int, pattern: "re.Pattern[str]"):
    del number
    slow = {}
    for pump, tail in product(pumps(pattern, most=5), ("", "\n!")):
        # A cap makes words of the keyword, so white space comes singly.
        if (module, name) in CAPPED and "  " in pump * 2:
            continue
        size = max(SIZE, 4 * len(pump))
        once = (module, name) in ONCE
        small, large = (_work(pattern, pump, tail, each, once=once) for each in (size, 2 * size))
        if large > LINEAR * small + 100:
            slow[pump] = small, large
    if longest := CAPPED.get((module, name)):
        # At worst quadratic: the growth is measured, the rest follows.
        slow = {pump: work for pump, work in slow.items() if work[1] * (longest / (2 * SIZE)) ** 2 > MOST_STEPS}
    assert slow == {}


def test_slow_patterns_are_detected():
    cubic = re.compile(r"can't access property \".*\", .* is null")
    quadratic = re.compile(r"input_value=(?:.*?(?=, input_type=)|[^\n]*)", re.DOTALL)
    for pattern, pump in ((cubic, 'can\'t access property "", '), (quadratic, "input_value=\n")):
        small, large = (_work(pattern, pump, "", each, once=False) for each in (200, 400))
        assert large > LINEAR * small


def test_every_pattern_is_checked():
    inline = set()
    for path in sources.python_files("marketplace"):
        for function in ast.walk(sources.tree(path)):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for call in ast.walk(function):
                    match call:
                        case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=attr)) if attr in USES:
                            inline.add(sources.name(path))
    ours = {f"{module.replace('.', '/')}.py" for module in OURS}
    # Makes the patterns of `READERS`.
    made = {"marketplace/domain/search/filter_phrases.py"}
    assert inline - ours - made == set(INLINE)


@pytest.mark.parametrize("text", [text for text in INLINE.values() if text])
def test_patterns_in_place(text: str):
    pattern = re.compile(text)
    for pump, tail in product(pumps(pattern), ("", "\n!")):
        small, large = (_work(pattern, pump, tail, each, once=False) for each in (SIZE, 2 * SIZE))
        assert large <= LINEAR * small + 100, pump


class _Counted(str):
    """A text that counts how many characters `find` goes over."""

    read = 0

    def find(self, *args: Any) -> int:
        end = super().find(*args)
        type(self).read += (end if end >= 0 else len(self)) - args[1]
        return end


@pytest.mark.parametrize("quote", ["input_value=\n", "input_value=, input_type=", "Event data: ", "with value '\n"])
def test_hiding_quotes_reads_the_text_twice_at_most(quote: str):
    text = _Counted(quote * 1000)
    _Counted.read = 0
    logs._hide_quotes(text)
    assert _Counted.read <= 2 * len(text)
