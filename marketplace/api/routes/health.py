"""/api/health"""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import schemas
from marketplace.api.dependencies import OptionalAuthDep
from marketplace.api.operations import Operation
from marketplace.api.responses import Failure, Success, failure, ok, returns
from marketplace.core.errors import Unavailable
from marketplace.i18n.texts import t
from marketplace.observability import health

router = APIRouter(tags=["health"], route_class=Operation)


class DependencyOut(schemas.Out):
    """The state of one dependency."""

    ok: bool
    needed: bool = Field(description="whether the site can't serve requests without it")
    message: str = Field(examples=["answers"])
    ms: float = Field(examples=[0.4], description="response time in milliseconds")


class LiveResponse(Success):
    """The process is running."""

    live: bool = Field(examples=[True])


class HealthResponse(LiveResponse):
    """Whether the process can serve requests."""

    ready: bool = Field(examples=[True])
    dependencies: dict[str, DependencyOut] | None = Field(None, description="by name; for admins only")


class HealthFailure(Failure):
    """The process can't serve requests."""

    live: bool | None = Field(None, examples=[True])
    ready: bool | None = Field(None, examples=[False])
    dependencies: dict[str, DependencyOut] | None = Field(None, description="by name; for admins only")


@router.get("/health", summary="Check readiness", responses=returns(HealthResponse, models={503: HealthFailure}))
def ready(dispatcher: OptionalAuthDep) -> JSONResponse:
    """Returns 503 while a needed dependency is unavailable. Admins also see the state of each dependency.

    An expired token counts as none. Admins can't be identified while the database is unavailable; then run
    `python -m marketplace doctor` on the server.
    """
    findings = health.check_dependencies()
    unavailable = [finding.name for finding in findings if finding.needed and not finding.ok]
    body: dict[str, Any] = {"live": True, "ready": not unavailable}
    if dispatcher.token and "database" not in unavailable and dispatcher.get_actor().is_admin:
        body["dependencies"] = {finding.name: DependencyOut.dump(finding) for finding in findings}
    return failure(Unavailable(t("The site is not ready."), extra=body)) if unavailable else ok(**body)


@router.get("/health/live", summary="Check liveness", responses=returns(LiveResponse))
async def live() -> JSONResponse:
    """Returns 200 if the process responds, without a check of its dependencies. For process supervisors."""
    return ok(live=True)
