"""A caller without the role causes no work: what a function does first is to check who calls."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import marketplace.domain
import marketplace.web.pages
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import NotSignedIn
from marketplace.domain import phases
from tests.architecture import sources

# First phases that anybody may call. They check the rate limit of the network address before they hash or parse.
OPEN = {
    "appeal_suspension": "a suspended account can't sign in; email and password are the proof",
    "register": "makes an account",
    "request_registration_code": "makes an account",
    "request_reset_code": "for those who can't sign in",
    "reset_password": "for those who can't sign in; a mailed code is the proof",
    "sign_in": "signs in",
    "subscribe": "the newsletter is for everybody",
    "verify_registration_code": "a mailed code is the proof",
}
# Functions that raise for a caller without the role before they do anything else.
CHECKS = {"_sender", "check_may_edit", "profiles.check_may_edit", "attempts.find_own"}
# Functions of domain, pages and API with a call before their check of the caller, and why that is no work for a stranger.
EARLIER = {
    "api/operations.py check_first": "makes the dispatcher, which finds out who calls",
    "api/operations.py get_route_handler": "runs once for each route, when the app is made",
    "domain/accounts/administration.py _get": "its callers have checked for a moderator",
    "domain/handovers/condition.py add_photo": "`lock_enquiry` checks the caller",
    "domain/handovers/condition.py confirm_record": "`lock_enquiry` checks the caller",
    "domain/handovers/condition.py _lock_open": "`lock_enquiry` checks the caller",
    "domain/handovers/condition.py _append": "its callers have checked the caller",
    "domain/handovers/deposits.py record_deposit": "`lock_enquiry` checks the caller",
    "domain/meetups/service.py propose": "its callers have checked the caller",
    "domain/meetups/service.py say_late": "its callers have checked the caller",
    "domain/search/understanding.py understand_in": "`require_place` is about a place",
    "web/base/errors.py handle_exception": "asks for a login",
}
# They only find out who calls, or read a setting or the clock.
LIGHT = {"get_actor", "get_settings", "now", "timedelta", "select", "run_in_threadpool"}


def list_two_phase() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Return every two-phase function with its first phase, by its place."""
    for package in (marketplace.domain, marketplace.web.pages):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for name, value in vars(importlib.import_module(found.name)).items():
                if getattr(value, "__module__", "") == found.name and hasattr(value, phases._FIRST):
                    yield f"{found.name}.{name}", getattr(value, phases._FIRST)


TWO_PHASE = dict(list_two_phase())


class _Touched(Exception):
    """A hostile argument was looked at."""


class Untouchable:
    """An argument that no refused call may look at."""

    def __getattribute__(self, name: str) -> Any:
        raise _Touched(name)

    def _touch(self, *_: object) -> Any:
        raise _Touched

    __bool__ = __len__ = __iter__ = __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __str__ = __contains__ = _touch


def call_hostile(first: Callable[..., Any], actor: Any) -> None:
    """Call a first phase with arguments that must not be looked at."""
    code = inspect.unwrap(first).__code__
    count = code.co_argcount
    names = code.co_varnames[count : count + code.co_kwonlyargcount]
    first(actor, *(Untouchable() for _ in range(count - 1)), **{name: Untouchable() for name in names})


def test_there_are_two_phase_functions():
    assert len(TWO_PHASE) > 10
    assert not OPEN.keys() - {place.rpartition(".")[2] for place in TWO_PHASE}, "no exceptions any more"


@pytest.mark.parametrize("place", TWO_PHASE)
def test_first_phases_check_the_caller_before_anything_else(place: str, monkeypatch: pytest.MonkeyPatch):
    name = place.rpartition(".")[2]
    if name in OPEN:
        return
    module = importlib.import_module(place.rpartition(".")[0])
    if hasattr(module, "read_only"):
        monkeypatch.setattr(module, "read_only", Untouchable())
    with pytest.raises(NotSignedIn):
        call_hostile(TWO_PHASE[place], ANONYMOUS)


def _function(place: str) -> ast.FunctionDef:
    module, _, name = place.rpartition(".")
    path = importlib.import_module(module).__file__
    assert path
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    return next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == name)


def _is_check(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = ast.unparse(node.func)
    return called.rpartition(".")[2].startswith("require") or called in CHECKS


@pytest.mark.parametrize("place", TWO_PHASE)
def test_the_first_statement_of_a_first_phase_is_the_check(place: str):
    if place.rpartition(".")[2] in OPEN:
        return
    body = [
        each
        for each in _function(place).body
        if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
    ]
    assert any(map(_is_check, ast.walk(body[0]))), ast.unparse(body[0])


def _earlier_calls(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """The calls that a function makes before its first check of the caller; empty if it has none."""
    inside = [node for statement in function.body for node in ast.walk(statement)]
    checks = [node for node in inside if isinstance(node, ast.Call) and _is_check(node)]
    if not checks:
        return []
    first = min((check.lineno, check.col_offset) for check in checks)
    # Calls that make the arguments of a check, and calls that a check is an argument of.
    within = {id(node) for check in checks for node in ast.walk(check) if isinstance(node, ast.Call)}
    around = {id(node) for node in inside if any(each in checks for each in ast.walk(node))}
    return [
        ast.unparse(node.func)
        for node in inside
        if isinstance(node, ast.Call)
        and id(node) not in within | around
        and (node.lineno, node.col_offset) < first
        and ast.unparse(node.func).rpartition(".")[2] not in LIGHT
    ]


def _early_work() -> dict[str, list[str]]:
    return {
        f"{sources.name(path).removeprefix('marketplace/')} {node.name}": calls
        for path in sources.python_files("marketplace")
        for node in ast.walk(sources.tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (calls := _earlier_calls(node))
    }


def test_functions_check_the_caller_before_they_work():
    found = _early_work()
    assert {place: calls for place, calls in found.items() if place not in EARLIER} == {}
    assert EARLIER.keys() - found.keys() == set(), "no exceptions any more"


def test_two_phase_functions_are_not_called_inside_a_transaction():
    names = {place.rpartition(".")[2] for place in TWO_PHASE}
    modules = {place.split(".")[2] for place in TWO_PHASE}
    found = [
        f"{sources.name(path)}:{node.lineno} {ast.unparse(node.func)}"
        for path in sources.python_files("marketplace")
        for node in ast.walk(sources.tree(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in names
        and ast.unparse(node.func.value) in modules
        and node.args
        and ast.unparse(node.args[0]) in ("db", "work")
    ]
    # What tries a change of a rule stands in `moderation`; that of `trust` stores a change that was tried.
    assert [each for each in found if "trust.change_rule" not in each and "/demo/" not in each] == []
