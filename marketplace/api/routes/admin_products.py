"""/api/admin/products"""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from pydantic import Field, StrictBool

from marketplace.api import schemas
from marketplace.api.dependencies import DispatcherDep, Paged, clean_param
from marketplace.api.operations import Operation
from marketplace.api.responses import ListResponse, ProductChangedResponse, ok_page, product_changed, returns
from marketplace.api.signal_schemas import SignalOut
from marketplace.domain import ads, cases, moderation
from marketplace.domain.ads import messages
from marketplace.i18n.texts import t
from marketplace.models import CaseKind

router = APIRouter(prefix="/admin", tags=["admin: products"], route_class=Operation)
_CHANGED = returns(ProductChangedResponse, 401, 403, 404, 409, 410, 422)


class ApproveBody(schemas.Body):
    """The version to decide on."""

    version: schemas.Whole | None = Field(
        None,
        examples=[1],
        description="the version that the admin read; by default the one this admin read last. 409 if another one is waiting",
    )


class RejectBody(ApproveBody):
    """The reason for a rejection."""

    note: str = Field("", examples=["The photos show another sofa."], description="shown to the seller; required")
    reason: str = Field("", examples=["photos"], description="a short code")


class FeatureBody(schemas.Body):
    """Whether to feature the ad."""

    featured: StrictBool = Field(examples=[True])


class ReviewedProductOut(schemas.ProductOut):
    """An ad in the moderation queue."""

    signals: list[SignalOut] = Field(
        description="reasons to look more closely, the strongest first; empty for ads that wait for no decision"
    )
    assigned_to: str = Field(description="username of the moderator who works on it, else empty")
    assigned_to_id: schemas.OptionalId


class ReviewListResponse(ListResponse):
    """A page of ads, each with its latest submitted version."""

    products: list[ReviewedProductOut]


@router.get("/products", summary="List the ads of all sellers", responses=returns(ReviewListResponse, 401, 403, 422))
def list_products(
    dispatcher: DispatcherDep,
    window: Paged,
    status: Annotated[str, Query(description="pending, approved, featured, rejected, sold or expired")] = "",
    q: Annotated[str, Query(description="part of the name or title")] = "",
    assigned: Annotated[str, Query(description="mine or unassigned")] = "",
) -> JSONResponse:
    """Lists ads with their latest submitted versions: pending ones oldest first, all others newest first.

    Waiting ads have signals: copies of photos and texts, contact details in the text, unusual prices, new accounts.
    """
    page = dispatcher.query(
        ads.list_for_review,
        status=clean_param(status),
        q=clean_param(q),
        assigned=clean_param(assigned),
        window=window,
    )
    dispatcher.record_reads(*page.items)
    ad_ids = [ad.id for ad in page.items]
    signals = dispatcher.query(moderation.list_signals, ad_ids)
    taken = dispatcher.query(cases.list_assignments, CaseKind.AD, ad_ids)
    products = [
        schemas.product(ad)
        | {
            "signals": [SignalOut.dump(signal) for signal in signals.get(ad.id, ())],
            "assignedTo": taken[ad.id].username if ad.id in taken else "",
            "assignedToId": taken[ad.id].account_id if ad.id in taken else None,
        }
        for ad in page.items
    ]
    return ok_page(page, "products", products)


@router.post("/products/{product_id}/approve", summary="Approve an ad or a change", responses=_CHANGED)
def approve(product_id: str, dispatcher: DispatcherDep, body: ApproveBody | None = None) -> JSONResponse:
    """Publishes the waiting version."""
    ad = dispatcher.execute(ads.approve, product_id, version=body.version if body else None)
    return product_changed(t(messages.APPROVED), ad)


@router.post("/products/{product_id}/reject", summary="Reject an ad or a change", responses=_CHANGED)
def reject(product_id: str, body: RejectBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Rejects the waiting version with a note for the seller. A live version stays live."""
    ad = dispatcher.execute(ads.reject, product_id, body.note, reason=body.reason, version=body.version)
    return product_changed(t(messages.REJECTED), ad)


@router.post("/products/{product_id}/takedown", summary="Take down a live ad", responses=_CHANGED)
def take_down(product_id: str, body: RejectBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Withdraws a public ad with a note for the seller, who may change and submit it again, or appeal."""
    ad = dispatcher.execute(ads.take_down, product_id, body.note, reason=body.reason, version=body.version)
    return product_changed(t(messages.TAKEN_DOWN), ad)


@router.post(
    "/products/{product_id}/feature",
    summary="Feature or unfeature an ad",
    responses=returns(ProductChangedResponse, 401, 403, 404, 410, 422),
)
def feature(product_id: str, body: FeatureBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Adds an ad to the featured ads, or removes it."""
    ad = dispatcher.execute(ads.set_featured, product_id, body.featured)
    dispatcher.record_reads(ad)
    return product_changed(t(messages.FEATURED if body.featured else messages.UNFEATURED), ad)
