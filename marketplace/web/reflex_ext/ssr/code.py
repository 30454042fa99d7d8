"""Python expressions, and the calls and operators of JavaScript as Python expressions."""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from marketplace.web.reflex_ext.ssr import javascript as js
from marketplace.web.reflex_ext.ssr.functions import FUNCTIONS, METHODS

_DYNAMIC = object()
_COMPARISONS = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}


class CompileError(Exception):
    """A component can't be rendered on the server; the message names the component and what is unknown."""


@dataclass(frozen=True, slots=True)
class Code:
    """A Python expression.

    Attributes:
        source: the expression; it uses names of `NAMESPACE` and local names of the template.
        kind: "string" or "boolean" if its value always is one, else empty.
        value: its value if it is known already.
    """

    source: str
    kind: str = ""
    value: Any = _DYNAMIC

    @property
    def is_constant(self) -> bool:
        """Whether the value is known when the component is compiled."""
        return self.value is not _DYNAMIC


def constant(value: Any) -> Code:
    """Return the code of a value that is known already."""
    kind = {str: "string", bool: "boolean"}.get(type(value), "")
    return Code(repr(value), kind, value)


def _not(value: Any) -> bool:
    return not js.truthy(value)


def _comparison(test: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    def compare(left: Any, right: Any) -> bool:
        return js.compare(left, right, test)

    return compare


OPERATORS: dict[str, tuple[str, Callable[..., Any], str]] = {
    "===": ("strict_equal", js.strict_equal, "boolean"),
    "!==": ("strict_unequal", lambda left, right: not js.strict_equal(left, right), "boolean"),
    "==": ("loose_equal", js.loose_equal, "boolean"),
    "!=": ("loose_unequal", lambda left, right: not js.loose_equal(left, right), "boolean"),
    "+": ("add", js.add, ""),
    "-": ("subtract", lambda left, right: float(js.to_number(left)) - js.to_number(right), ""),
    "*": ("multiply", lambda left, right: float(js.to_number(left)) * js.to_number(right), ""),
    "/": ("divide", js.divide, ""),
    "%": ("remainder", js.remainder, ""),
    **{sign: (test.__name__, _comparison(test), "boolean") for sign, test in _COMPARISONS.items()},
}
UNARY: dict[str, tuple[str, Callable[..., Any], str]] = {
    "!": ("negate", _not, "boolean"),
    "-": ("minus", lambda value: -float(js.to_number(value)), ""),
    "+": ("to_number", js.to_number, ""),
}
# Names that the compiled expressions use.
NAMESPACE: dict[str, Any] = {
    "UNDEFINED": js.UNDEFINED,
    "nan": float("nan"),
    "inf": float("inf"),
    **{each.__name__: each for each in (js.get, js.is_present, js.items, js.to_string, js.truthy)},
    **{name: function for name, function, _ in [*OPERATORS.values(), *UNARY.values()]},
    **{name.replace(".", "_"): function for name, function in FUNCTIONS.items()},
    **{f"method_{name}": function for name, function in METHODS.items()},
}


def call(name: str, *args: Code, kind: str = "") -> Code:
    """Return the call of a function of `NAMESPACE`, done at once if all arguments are known."""
    if all(each.is_constant for each in args):
        return constant(NAMESPACE[name](*[each.value for each in args]))
    return Code(f"{name}({', '.join(each.source for each in args)})", kind)


def condition(code: Code) -> Code:
    """Return code whose value may be tested by Python's `if`."""
    return code if code.kind and not code.is_constant else call("truthy", code, kind="boolean")


def choose(test: Code, yes: Code, no: Code) -> Code:
    """Return the code of `test ? yes : no`."""
    test = condition(test)
    if test.is_constant:
        return yes if test.value else no
    return Code(f"({yes.source} if {test.source} else {no.source})", yes.kind if yes.kind == no.kind else "")


def concatenate(left: Code, right: Code) -> Code:
    """Return the code of `left + right`."""
    if (left.kind == "string" or right.kind == "string") and not (left.is_constant and right.is_constant):
        parts = [each.source if each.kind == "string" else f"concatenated({each.source})" for each in (left, right)]
        return Code(f"({parts[0]} + {parts[1]})", "string")
    return call("add", left, right)


NAMESPACE["concatenated"] = js.to_string
