"""/api/admin/desk (the moderation queue) and /api/admin/audit"""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import schemas
from marketplace.api.dependencies import DispatcherDep, Paged, clean_param
from marketplace.api.responses import ListResponse, Success, failures, ok, ok_page
from marketplace.domain import audit, moderation
from marketplace.domain.audit import AuditRow
from marketplace.domain.moderation import Change, Decision, QueueItem, SellerHistory

router = APIRouter(prefix="/admin", tags=["admin: moderation queue"])


class QueueNumbersOut(schemas.Out):
    """The numbers of the moderation queue."""

    waiting: int = Field(examples=[7], description="ads that wait for a decision")
    oldest_waiting_since: str | None = Field(examples=["2026-12-04T10:00:00.000Z"])
    decided_today: int = Field(examples=[31], description="decisions since midnight in the site's time zone")
    open_reports: int = Field(examples=[2])


class QueueNumbersResponse(Success):
    """The numbers of the moderation queue."""

    data: QueueNumbersOut


class ChangeOut(schemas.Out):
    """A field that differs between the live version and the waiting one; for `images`, only the photos are filled."""

    field: str = Field(examples=["price"])
    label: str = Field(examples=["Price"])
    before: str = Field(examples=["₹1,50,000"])
    after: str = Field(examples=["₹1,20,000"])
    photos_before: list[schemas.ImageOut]
    photos_after: list[schemas.ImageOut]


class DecisionOut(schemas.Out):
    """The review of one version."""

    version: int
    review: str = Field(examples=["rejected"], description="waiting, approved, rejected or replaced")
    reason: str
    note: str
    decided_by: str
    decided_at: str | None
    submitted_at: str


class SellerHistoryOut(schemas.Out):
    """The history of a seller."""

    id: str
    username: str
    name: str
    status: str
    joined_at: str
    days: int = Field(description="age of the account in days")
    ads: dict[str, int] = Field(examples=[{"approved": 12, "rejected": 1}], description="number of ads by status")
    rejections: int
    reports: int
    open_reports: int


class QueueItemResponse(Success):
    """Everything an admin needs to decide on one ad."""

    data: schemas.ProductOut
    waiting: bool
    waiting_since: str | None
    resubmitted: bool = Field(description="whether an earlier version was rejected")
    changes: list[ChangeOut]
    decisions: list[DecisionOut]
    seller: SellerHistoryOut
    reports: int = Field(description="number of reports on the ad, open and closed")


class AdChoice(schemas.Body):
    """An ad to approve."""

    id: str = Field("", alias="_id", examples=[schemas.EXAMPLE_ID])
    version: int | None = Field(None, examples=[1], description="the version that the admin read")


class BulkBody(schemas.Body):
    """Ads to approve."""

    products: list[AdChoice] = Field(min_length=1, max_length=100)


class OutcomeOut(schemas.Out):
    """The outcome for one ad."""

    id: str
    approved: bool
    message: str = Field(description="why it was not approved, else empty")


class BulkApprovalResponse(Success):
    """The outcome for each ad, in the order of the request."""

    data: list[OutcomeOut]
    approved: int = Field(description="number of approved ads")


class AuditOut(schemas.Out):
    """One entry of the audit log."""

    id: str
    actor_id: str | None
    actor_name: str
    action: str = Field(examples=["ad.approve"])
    target: str = Field(examples=["ad"])
    target_id: str
    before: dict[str, Any] = Field(examples=[{"status": "pending"}], description="the changed fields before the action")
    after: dict[str, Any] = Field(examples=[{"status": "approved"}], description="the same fields after it")
    created_at: str


class AuditResponse(ListResponse):
    """A page of the audit log."""

    data: list[AuditOut]


def _change(change: Change) -> dict[str, Any]:
    return {
        "field": change.field,
        "label": change.label,
        "before": change.before,
        "after": change.after,
        "photosBefore": [schemas.image(photo) for photo in change.photos_before],
        "photosAfter": [schemas.image(photo) for photo in change.photos_after],
    }


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "version": decision.number,
        "review": decision.review,
        "reason": decision.reason_code,
        "note": decision.note,
        "decidedBy": decision.decided_by,
        "decidedAt": schemas.timestamp(decision.decided_at),
        "submittedAt": schemas.timestamp(decision.submitted_at),
    }


def _seller(history: SellerHistory) -> dict[str, Any]:
    return {
        "_id": history.account_id,
        "username": history.username,
        "name": history.name,
        "status": history.status,
        "joinedAt": schemas.timestamp(history.joined_at),
        "days": history.days,
        "ads": history.ads,
        "rejections": history.rejections,
        "reports": history.reports,
        "openReports": history.open_reports,
    }


def _item(item: QueueItem) -> dict[str, Any]:
    return {
        "data": schemas.product(item.ad),
        "waiting": item.waiting,
        "waitingSince": schemas.timestamp(item.waiting_since),
        "resubmitted": item.resubmitted,
        "changes": [_change(change) for change in item.changes],
        "decisions": [_decision(decision) for decision in item.decisions],
        "seller": _seller(item.seller),
        "reports": len(item.reports),
    }


def _entry(row: AuditRow) -> dict[str, Any]:
    return {
        "_id": row.id,
        "actorId": row.actor_id or None,
        "actorName": row.actor_name,
        "action": row.action,
        "target": row.target,
        "targetId": row.target_id,
        "before": row.before,
        "after": row.after,
        "createdAt": schemas.timestamp(row.created_at),
    }


@router.get(
    "/desk",
    summary="Get the numbers of the moderation queue",
    responses={200: {"model": QueueNumbersResponse}} | failures(401, 403),
)
def numbers(dispatcher: DispatcherDep) -> JSONResponse:
    """Returns the number of waiting ads, the longest wait, today's decisions and the open reports."""
    queue = dispatcher.query(moderation.get_queue_numbers)
    return ok(
        data={
            "waiting": queue.waiting,
            "oldestWaitingSince": schemas.timestamp(queue.oldest_waiting_since),
            "decidedToday": queue.decided_today,
            "openReports": queue.open_reports,
        }
    )


@router.get(
    "/desk/{product_id}",
    summary="Get an ad of the moderation queue",
    responses={200: {"model": QueueItemResponse}} | failures(401, 403, 404, 410, 422),
)
def get_item(product_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Returns the latest submitted version, its changes to the live one, earlier decisions and the seller's history."""
    item = dispatcher.query(moderation.get_queue_item, product_id)
    dispatcher.record_reads(item.ad)
    return ok(**_item(item))


@router.post(
    "/desk/approve",
    summary="Approve several ads",
    responses={200: {"model": BulkApprovalResponse}} | failures(401, 403, 422),
)
def approve_many(body: BulkBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Approves several ads. A failure for one ad does not affect the others; the response has the outcome for each."""
    outcomes = dispatcher.execute(moderation.approve_many, [(choice.id, choice.version) for choice in body.products])
    return ok(
        data=[{"_id": outcome.ad_id, "approved": outcome.approved, "message": outcome.message} for outcome in outcomes],
        approved=sum(outcome.approved for outcome in outcomes),
    )


@router.get("/audit", summary="List the audit log", responses={200: {"model": AuditResponse}} | failures(401, 403, 422))
def list_audit(
    dispatcher: DispatcherDep,
    window: Paged,
    target: str = "",
    targetId: str = "",
    actorId: str = "",
    action: str = "",
) -> JSONResponse:
    """Lists the actions of admins, newest first. Entries can't be changed or deleted."""
    page = dispatcher.query(
        audit.list_entries,
        target=clean_param(target),
        target_id=clean_param(targetId),
        actor_id=clean_param(actorId),
        action=clean_param(action),
        window=window,
    )
    return ok_page(page, "data", [_entry(row) for row in page.items])
