"""/api/admin/products"""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from pydantic import Field, StrictBool

from marketplace.api import wire
from marketplace.api.answers import Told, failures, ok, ok_page
from marketplace.api.deps import Paged, TheDoor, absent
from marketplace.domain import ads
from marketplace.domain.ads import messages
from marketplace.texts import t

router = APIRouter(prefix="/admin", tags=["admin: products"])


class ApproveBody(wire.Body):
    """What the admin looked at."""

    version: int | None = Field(None, examples=[1], description="refused with 409 when another one waits by now")


class RejectBody(ApproveBody):
    """Why it is refused."""

    note: str = Field("", examples=["The photos show another sofa."], description="the seller reads it")
    reason: str = Field("", examples=["photos"], description="a short code")


class FeatureBody(wire.Body):
    """Whether the ad is to be featured."""

    featured: StrictBool = Field(examples=[True])


class DecidedOut(Told):
    """The ad as it is now."""

    data: wire.ProductOut


@router.get(
    "/products",
    summary="Ads of every seller",
    responses={200: {"model": wire.ProductListOut}} | failures(401, 403, 422),
)
def list_products(
    door: TheDoor,
    window: Paged,
    status: Annotated[str, Query(description="pending, approved, featured, rejected, sold or expired")] = "",
    q: Annotated[str, Query(description="somewhere in the name or title")] = "",
) -> JSONResponse:
    """Ads as they were submitted last: pending ones oldest first, the rest newest first."""
    page = door.ask(ads.list_for_review, status=absent(status), q=absent(q), window=window)
    return ok_page(page, "products", [wire.product(ad) for ad in page.items])


@router.post(
    "/products/{product_id}/approve",
    summary="Approve an ad or a change",
    responses={200: {"model": DecidedOut}} | failures(401, 403, 404, 409, 410, 422),
)
def approve(product_id: str, door: TheDoor, body: ApproveBody | None = None) -> JSONResponse:
    """Lets everyone see what waits."""
    decided = door.do(ads.approve, product_id, version=body.version if body else None)
    return ok(message=t(messages.APPROVED), data=wire.product(decided))


@router.post(
    "/products/{product_id}/reject",
    summary="Reject an ad or a change",
    responses={200: {"model": DecidedOut}} | failures(401, 403, 404, 409, 410, 422),
)
def reject(product_id: str, body: RejectBody, door: TheDoor) -> JSONResponse:
    """Refuses what waits with a note for the seller; what is live stays up."""
    decided = door.do(ads.reject, product_id, body.note, reason=body.reason, version=body.version)
    return ok(message=t(messages.REJECTED), data=wire.product(decided))


@router.post(
    "/products/{product_id}/feature",
    summary="Feature an ad, or stop it",
    responses={200: {"model": DecidedOut}} | failures(401, 403, 404, 410, 422),
)
def feature(product_id: str, body: FeatureBody, door: TheDoor) -> JSONResponse:
    """Puts an ad among the featured ones, or takes it out."""
    decided = door.do(ads.set_featured, product_id, body.featured)
    return ok(message=t(messages.FEATURED if body.featured else messages.UNFEATURED), data=wire.product(decided))
