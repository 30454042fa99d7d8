"""How a handler tells the response cache that its response may be cached."""

from collections.abc import Callable
from dataclasses import dataclass

from starlette.datastructures import QueryParams
from starlette.types import Scope

SCOPE_KEY = "marketplace.cache_policy"


@dataclass(slots=True)
class CachePolicy:
    """The cache policy of one response; `ResponseCache` puts it into the scope and the handler fills it in.

    Attributes:
        is_public: the response depends on public data only, so it gets an ETag and is compressed by the cache.
        may_store: the cache may store it, because the handler knows every query parameter.
    """

    is_public: bool = False
    may_store: bool = False


def is_public(scope: Scope) -> bool:
    """Return whether the handler has said, with `allow_caching`, that its response depends on public tables only."""
    policy = scope.get(SCOPE_KEY)
    return policy is not None and policy.is_public


def allow_caching(scope: Scope, is_parameter: Callable[[str], bool]) -> bool:
    """Allow the response to this request to be stored for anonymous callers, as it depends on public tables only.

    Args:
        is_parameter: whether the response depends on a query parameter of this name. A request with any other parameter
            is not stored, because clients can invent endless URLs that have the same response.

    Returns:
        Whether a response cache handles this request, so that the handler must not compress or add an ETag itself.
    """
    policy = scope.get(SCOPE_KEY)
    if policy is None:
        return False
    policy.is_public = True
    policy.may_store = all(is_parameter(name) for name in QueryParams(scope["query_string"]))
    return True
