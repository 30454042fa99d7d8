"""/api/health"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace import health
from marketplace.api import wire
from marketplace.api.answers import Success, failure, failures, ok
from marketplace.errors import Unavailable
from marketplace.texts import t

router = APIRouter(tags=["health"])


class DependencyOut(wire.Out):
    """How one dependency is."""

    ok: bool
    needed: bool = Field(description="whether the site can't serve without it")
    message: str = Field(examples=["answers"])
    ms: float = Field(examples=[0.4], description="how long it took to answer")


class LiveOut(Success):
    """The process answers."""

    live: bool = Field(True, examples=[True])


class HealthOut(LiveOut):
    """Whether the process should be sent requests."""

    ready: bool = Field(True, examples=[True])
    dependencies: dict[str, DependencyOut]


@router.get("/health", summary="Whether the site is ready", responses={200: {"model": HealthOut}} | failures())
def ready() -> JSONResponse:
    """Live, ready, and each dependency. 503 while one that the site can't serve without is away."""
    findings = health.find_out()
    dependencies = {
        found.name: DependencyOut(ok=found.ok, needed=found.needed, message=found.message, ms=found.ms).model_dump()
        for found in findings
    }
    away = [found.name for found in findings if found.needed and not found.ok]
    answer = {"live": True, "ready": not away, "dependencies": dependencies}
    if away:
        sentence = t("Not ready: {names} can't be reached.", names=", ".join(away))
        return failure(Unavailable(sentence, extra=answer))
    return ok(**answer)


@router.get("/health/live", summary="Whether the process answers", responses={200: {"model": LiveOut}} | failures())
async def live() -> JSONResponse:
    """Asks nothing else: for whoever restarts a process that hangs."""
    return ok(live=True)
