"""How a door says that its answer may be kept."""

from dataclasses import dataclass

from starlette.types import Scope

KEY = "ready"


@dataclass(slots=True)
class Mark:
    """What a door says of its answer."""

    kept: bool = False
    for_everyone: bool = False


def keep(scope: Scope, *, for_everyone: bool = False) -> bool:
    """Say that the answer to this request may be kept: it depends on the address and on public tables only.

    Args:
        for_everyone: it is the same for those who are signed in; else it is kept for and shown to nobody but strangers.

    Returns:
        Whether it is compressed and given an ETag further out.
    """
    mark = scope.get(KEY)
    if mark is None:
        return False
    mark.kept, mark.for_everyone = True, for_everyone
    return True
