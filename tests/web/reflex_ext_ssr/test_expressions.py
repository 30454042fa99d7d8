"""Expressions mean in Python what they mean in JavaScript."""

import datetime
import enum
import random

import pytest

from marketplace.domain.views import Photo
from marketplace.web.reflex_ext.ssr.code import Code, CompileError
from marketplace.web.reflex_ext.ssr.expressions import Expressions, Names
from marketplace.web.reflex_ext.ssr.javascript import UNDEFINED, number_to_string, to_string
from tests.web.reflex_ext_ssr import oracle

VALUES = {
    "ad": {"id": "1", "name": "Sofa", "price": 0, "tags": ["a", "b"], "cover": None, "empty": {}, "none": []},
    "text": "Hello 😀!",
    "number": 7,
    "half": 0.5,
    "yes": True,
    "no": False,
    "nothing": None,
    "rows": [{"n": 1}, {"n": 2}],
    "saved": {"1": True, "2": False},
}
CASES = {
    # Literals
    '"a\\n\\u00e9\\ud83d\\ude00\\x41\\"b"': 'a\né😀A"b',
    "1.50": 1.5,
    "1e21": 1e21,
    "[1, 2, 3]": [1, 2, 3],
    '({ ["a"] : 1, ["b-c"] : "x" })': {"a": 1, "b-c": "x"},
    "`${number} of ${text}`": "7 of Hello 😀!",
    "undefined": UNDEFINED,
    # Members
    'ad?.["name"]': "Sofa",
    'ad?.["gone"]': UNDEFINED,
    'ad?.["gone"]?.["deep"]': UNDEFINED,
    'ad?.["cover"]?.["card"]': UNDEFINED,
    'ad?.["cover"]': None,
    'ad?.["tags"].length': 2,
    'text["length"]': 9,
    'nothing?.["x"]': UNDEFINED,
    "rows?.at?.(-1)?.n": 2,
    "rows?.[1]?.n": 2,
    "rows?.[2]?.n": UNDEFINED,
    'saved?.[ad?.["id"]]': True,
    'saved.hasOwnProperty(ad?.["id"])': True,
    'saved.hasOwnProperty("3")': False,
    # Truthiness
    "(ad.none ? 1 : 2)": 1,
    "(isTrue(ad.none) ? 1 : 2)": 2,
    "isTrue(ad.empty)": False,
    "isTrue(ad.price)": False,
    'isTrue("0")': True,
    "!ad.empty": False,
    "!!text": True,
    'pyOr(ad.none, () => ("none"))': "none",
    'pyAnd(ad.none, () => ("some"))': [],
    "pyOr((number > 5), () => (nothing))": True,
    "(nothing ?? 3)": 3,
    "(no ?? 3)": False,
    "(no || 0 || text)": "Hello 😀!",
    "(yes && number && half)": 0.5,
    "isNotNullOrUndefined(nothing)": False,
    "isNotNullOrUndefined(no)": True,
    "Number(!(isNotNullOrUndefined(nothing)))": 1,
    # Equality and order
    '(ad?.["name"]?.valueOf?.() === "Sofa"?.valueOf?.())': True,
    "(ad?.price?.valueOf?.() === 0?.valueOf?.())": True,
    "(yes === 1)": False,
    "(nothing?.valueOf?.() === undefined)": True,
    "(nothing == undefined)": True,
    '("1" == 1)': True,
    "(rows === rows)": True,
    "([1] === [1])": False,
    '("10" < "9")': True,
    '("10" < 9)': False,
    "(undefined > 0)": False,
    '("😀" > "\\uffff")': False,
    # Sums and texts
    '("a" + 1)': "a1",
    '("a" + null + undefined + true)': "anullundefinedtrue",
    '("" + [1, [2, null]] + ({}))': "1,2,[object Object]",
    "(1 + true)": 2,
    "(number - 1)": 6,
    "(number / 2 * 4 % 5)": 4,
    "(1 / 3)": 1 / 3,
    "JSON.stringify(half)": "0.5",
    "JSON.stringify(ad)": '{"id":"1","name":"Sofa","price":0,"tags":["a","b"],"cover":null,"empty":{},"none":[]}',
    'JSON.stringify("é\\u0001\\"")': '"é\\u0001\\""',
    "JSON.stringify(undefined)": UNDEFINED,
    "text.toUpperCase()": "HELLO 😀!",
    'text.replaceAll("l", "L")': "HeLLo 😀!",
    'text.split(" ")?.at?.(0)': "Hello",
    'ad.tags.join(" / ")': "a / b",
    'ad.tags.includes("b")': True,
    'text.includes("ello")': True,
    "pyStrAt(text, 6)": "😀",
    "pyStrAt(text, -1)": "!",
    "pyStrSlice(text, null, 5)": "Hello",
    "pyStrSlice(nothing, 1, 2)": "",
    "Object.keys(ad.empty ?? {}).length": 0,
    "Object.entries(saved)": [["1", True], ["2", False]],
    "rows.map((row, index) => (row.n + index))": [1, 3],
    # Matching
    '(() => { switch (JSON.stringify(number)) {case JSON.stringify(1): case JSON.stringify(7):  return ("x");  break;'
    'default:  return ("y");  break;};})()': "x",
    '(() => { switch (JSON.stringify(no)) {case JSON.stringify(0):  return ("x");  break;default:  return (text);  break;};})()': (
        "Hello 😀!"
    ),
}


@pytest.mark.parametrize("source", CASES)
def test_meaning(source: str):
    assert oracle.comparable(oracle.evaluate(source, VALUES)) == oracle.comparable(CASES[source])


@pytest.mark.skipif(oracle.NODE is None, reason="needs node")
def test_node_agrees_on_the_cases():
    assert oracle.in_node(list(CASES), VALUES) == [oracle.comparable(expected) for expected in CASES.values()]


_LEAVES = ['""', '"a"', '"10"', '" 9 "', '"é"', "0", "1", "-1", "0.5", "1e21", "123456789012345680000", "1e-7", "true"]
_LEAVES += ["false", "null", "undefined", "[]", "[1, null]", "({})", *VALUES]
_FORMS = [
    *("({a} + {b})", "({a} - {b})", "({a} * {b})", "({a} / {b})", "({a} % {b})", "({a} < {b})", "({a} >= {b})"),
    *("({a} === {b})", "({a} !== {b})", "({a} == {b})", "({a} && {b})", "({a} || {b})", "({a} ?? {b})", "!({a})"),
    *("pyOr({a}, () => ({b}))", "pyAnd({a}, () => ({b}))", "({a} ? {b} : {c})", "(isTrue({a}) ? {b} : {c})", "-({a})"),
    *("({a}?.valueOf?.() === {b}?.valueOf?.())", "isNotNullOrUndefined({a})", "JSON.stringify({a})", "`<${{{a}}}>`"),
    *(
        "Number({a})",
        "String({a})",
        "Boolean({a})",
        '({a})?.["length"]',
        '({a})?.["name"]',
        "({a})?.[{b}]",
        "({a})?.[0]",
    ),
    *(
        "({a})?.at?.({b})",
        "({a})?.at?.(-1)",
        "[{a}, {b}]",
        '({{ ["k"] : {a} }})?.["k"]',
        "Object.keys({a} ?? {{}}).length",
    ),
    *(
        "String({a}).split({b})",
        "String({a}).includes(String({b}))",
        "String({a}).slice({b}, {c})",
        "[{a}, {b}].join({c})",
    ),
    *(
        "[{a}, {b}].includes({c})",
        "[{a}, {b}].indexOf({c})",
        "pyStrAt(String({a}), {b} ? 1 : -1)",
        "String({a}).toUpperCase()",
    ),
    *("[{a}, {b}].map((x, i) => (x + i))", "Math.round({a})", "Math.floor({a})", "pyStrSlice(String({a}), 1, -1)"),
]


def _random_expression(rng: random.Random, depth: int) -> str:
    if depth == 0 or rng.random() < 0.1:
        return rng.choice(_LEAVES)
    parts = {name: _random_expression(rng, depth - 1) for name in "abc"}
    return rng.choice(_FORMS).format(**parts)


@pytest.mark.skipif(oracle.NODE is None, reason="needs node")
def test_node_agrees_on_random_expressions():
    rng = random.Random(7)
    sources = [_random_expression(rng, rng.choice((1, 1, 2, 2, 3))) for _ in range(4_000)]
    answers = oracle.in_node(sources, VALUES)
    different = {}
    for source, expected in zip(sources, answers, strict=True):
        ours = oracle.comparable(oracle.evaluate(source, VALUES))
        if ours != expected:
            different[source] = ours, expected
    assert different == {}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (100.0, "100"),
        (0.1 + 0.2, "0.30000000000000004"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (1.5e-6, "0.0000015"),
        (1e-7, "1e-7"),
        (-1.25e30, "-1.25e+30"),
        (2**53 + 1, "9007199254740992"),
        (float("nan"), "NaN"),
        (float("-inf"), "-Infinity"),
    ],
)
def test_numbers_are_printed_as_in_javascript(value: float, text: str):
    assert number_to_string(value) == text


class _Kind(enum.StrEnum):
    SELL = "sell"


def test_values_of_python_are_what_reflex_sends():
    photo = Photo(url="/a.png", width=3)
    moment = datetime.date(2026, 11, 25)
    values = {"photo": photo, "moment": moment, "kind": _Kind.SELL, "counts": {1: "one"}, "pair": (1, 2)}
    assert oracle.evaluate('photo?.["url"]', values) == "/a.png"
    assert oracle.evaluate('photo?.["model_dump"]', values) is UNDEFINED
    assert oracle.evaluate("isTrue(photo)", values) is True
    assert oracle.evaluate("JSON.stringify(photo)", values).startswith('{"url":"/a.png","widths":[]')
    assert oracle.evaluate('(moment === "2026-11-25")', values) is True
    assert oracle.evaluate('(kind === "sell")', values) is True
    assert oracle.evaluate("counts?.[1]", values) == oracle.evaluate('counts?.["1"]', values) == "one"
    assert oracle.evaluate("pair.length", values) == 2
    assert to_string(moment) == "2026-11-25"


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("unknown", "unknown name unknown"),
        ("window.location", "unknown name window"),
        ("ad.name.anchor()", "unknown method anchor"),
        ("fetch(ad)", "unknown function fetch"),
        ("Math.random()", "unknown function Math.random"),
        ("(ad in saved)", "unknown operator in"),
        ("typeof ad", "unknown operator typeof"),
        ("({ ...ad })", "unknown syntax spread_element"),
        ("({ [text]: 1 })", "the key of an object"),
        ("new Date()", "unknown syntax new_expression"),
        ("(() => { ad.x = 1; return 2 })()", "unknown statements"),
        ("/a/", "unknown syntax regex"),
        ("ad..name", "not an expression"),
        ("a) + (b", "unknown name a"),
    ],
)
def test_what_is_unknown_fails_when_it_is_compiled(source: str, named: str):
    expressions = Expressions(Names())
    expressions.bind(**{name: Code(f"v_{name}") for name in VALUES})
    with pytest.raises(CompileError, match=named.replace("(", r"\(")):
        expressions.compile(source)
