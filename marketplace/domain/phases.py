"""Domain functions that do slow work before their transaction begins.

On SQLite the write lock blocks all other writers, and on PostgreSQL an open transaction holds a connection. Slow work
that needs no write, such as hashing a password or parsing input, therefore runs in a first phase.
"""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlmodel import Session

from marketplace.core.actor import Actor

P = ParamSpec("P")
Result = TypeVar("Result")

Finish = Callable[[Session, Actor], Result]
_FIRST = "first_phase"


def two_phase(
    first: Callable[Concatenate[Actor, P], Finish[Result]],
) -> Callable[Concatenate[Session, Actor, P], Result]:
    """Make a domain function from a first phase that opens no write transaction and returns the second phase.

    Transports run the phases separately (`run_first_phase`). A direct call runs both with the caller's session.
    """

    def function(db: Session, actor: Actor, *args: P.args, **options: P.kwargs) -> Result:
        return first(actor, *args, **options)(db, actor)

    update_wrapper(function, first)
    # The signature differs from the first phase's, which takes no session.
    vars(function).pop("__wrapped__")
    setattr(function, _FIRST, first)
    return function


def first_phase(function: Callable[..., Any]) -> Callable[..., Finish[Any]] | None:
    """Return the first phase of a two-phase function, None for another one."""
    return getattr(function, _FIRST, None)


def run_first_phase(
    function: Callable[Concatenate[Session, Actor, P], Result],
    who: Callable[[], Actor],
    *args: P.args,
    **options: P.kwargs,
) -> Finish[Result]:
    """Run the first phase of a domain function and return the second; `who` finds the actor, in a transaction of its own.

    Raises:
        MarketplaceError: the first phase refused.
    """
    first = first_phase(function)
    if first is not None:
        return first(who(), *args, **options)
    return lambda db, actor: function(db, actor, *args, **options)
