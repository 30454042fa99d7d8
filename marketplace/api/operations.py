"""The route class of the API: it decides about the caller and the size of a body before the body is parsed."""

from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from fastapi import Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute, RouteContext
from starlette.concurrency import run_in_threadpool

from marketplace.api.dependencies import OPTIONAL_AUTH_DEPENDENCIES, SESSION_DEPENDENCIES, Dispatcher
from marketplace.core.json_size import check_json_size
from marketplace.models import AccountKind
from marketplace.settings import get_settings

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
_MARK = "callers"
_ADMIN, _ADMIN_LOGIN = "/admin/", "/admin/login"


@dataclass(frozen=True)
class Callers:
    """Who may call an operation: these kinds of account, or all if empty; `message` returns the error text for an anonymous caller."""

    kinds: tuple[AccountKind, ...] = ()
    message: Callable[[], str] = str


def callers(*kinds: AccountKind, message: Callable[[], str] = str) -> Callable[[Endpoint], Endpoint]:
    """Refuse callers of other kinds before the body is parsed; stands below the route's decorator.

    The domain checks them again. Without it, an operation that needs a session refuses anonymous callers only.
    """

    def mark(endpoint: Endpoint) -> Endpoint:
        setattr(endpoint, _MARK, Callers(kinds, message))
        return endpoint

    return mark


def session_dependencies(route: APIRoute | RouteContext) -> frozenset[Any]:
    """Return the dependencies of the operation that read the session."""
    return SESSION_DEPENDENCIES & {each.call for each in _flatten(route.dependant.dependencies)}


def is_session_required(route: APIRoute | RouteContext) -> bool:
    """Return whether the operation reads a session and documents 401, so that an anonymous caller gets nothing else."""
    dependencies = session_dependencies(route)
    return bool(dependencies) and 401 in route.responses and not dependencies & OPTIONAL_AUTH_DEPENDENCIES


class Operation(APIRoute):
    """A route that checks the caller, then the number of values in the body, before FastAPI parses the body."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler that FastAPI calls."""
        handle = super().get_route_handler()
        allowed = self._callers()
        has_body = self.body_field is not None

        async def check_first(request: Request) -> Response:
            if allowed is not None:
                actor = await run_in_threadpool(Dispatcher(request).get_actor)
                actor.require(*allowed.kinds, message=allowed.message())
            if has_body:
                settings = get_settings()
                check_json_size(await request.body(), values=settings.json_max_values, depth=settings.json_max_depth)
            return await handle(request)

        return check_first

    def _callers(self) -> Callers | None:
        if self.path.startswith(_ADMIN) and self.path != _ADMIN_LOGIN:
            # Also of operations without a body: it protects those whose domain check is missing.
            return Callers((AccountKind.ADMIN,))
        if self.body_field is None or not is_session_required(self):
            return None
        return getattr(self.endpoint, _MARK, Callers())


def _flatten(dependants: list[Dependant]) -> Iterator[Dependant]:
    for each in dependants:
        yield each
        yield from _flatten(each.dependencies)
