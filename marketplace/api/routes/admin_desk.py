"""/api/admin/desk, /api/admin/audit"""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import wire
from marketplace.api.answers import Success, failures, ok, ok_page
from marketplace.api.deps import Paged, TheDoor, absent
from marketplace.domain import audit, moderation
from marketplace.domain.audit import AuditRow
from marketplace.domain.moderation import Change, Decision, DeskItem, SellerHistory

router = APIRouter(prefix="/admin", tags=["admin: desk"])


class NumbersOut(wire.Out):
    """The numbers on top of the desk."""

    waiting: int = Field(examples=[7])
    oldest_waiting_since: str | None = Field(examples=["2026-12-04T10:00:00.000Z"])
    decided_today: int = Field(examples=[31], description="since midnight in the site's time zone")
    open_reports: int = Field(examples=[2])


class DeskNumbersOut(Success):
    """The numbers on top of the desk."""

    data: NumbersOut


class ChangeOut(wire.Out):
    """A field in which the waiting version differs from the live one; for `images`, photos instead of texts."""

    field: str = Field(examples=["price"])
    label: str = Field(examples=["Price"])
    before: str = Field(examples=["₹1,50,000"])
    after: str = Field(examples=["₹1,20,000"])
    photos_before: list[wire.ImageOut]
    photos_after: list[wire.ImageOut]


class DecisionOut(wire.Out):
    """What became of one version."""

    version: int
    review: str = Field(examples=["rejected"], description="waiting, approved, rejected or replaced")
    reason: str
    note: str
    decided_by: str
    decided_at: str | None
    submitted_at: str


class SellerHistoryOut(wire.Out):
    """What is known of the seller."""

    id: str
    username: str
    name: str
    status: str
    joined_at: str
    days: int
    ads: dict[str, int] = Field(examples=[{"approved": 12, "rejected": 1}])
    rejections: int
    reports: int
    open_reports: int


class DeskItemOut(Success):
    """Everything needed to decide one ad."""

    data: wire.ProductOut
    waiting: bool
    waiting_since: str | None = Field(alias="waitingSince")
    resubmitted: bool
    changes: list[ChangeOut]
    decisions: list[DecisionOut]
    seller: SellerHistoryOut


class Choice(wire.Body):
    """An ad to approve, as the admin saw it."""

    id: str = Field("", alias="_id", examples=[wire.EXAMPLE_ID])
    version: int | None = Field(None, examples=[1], description="approves nothing newer than this")


class BulkBody(wire.Body):
    """Ads to approve."""

    products: list[Choice] = Field(min_length=1, max_length=100)


class OutcomeOut(wire.Out):
    """What became of one ad."""

    id: str
    approved: bool
    message: str = Field("", description="why not")


class BulkOut(Success):
    """What became of each ad, in the order they were named."""

    data: list[OutcomeOut]
    approved: int


class AuditOut(wire.Out):
    """One decision."""

    id: str
    actor_id: str | None
    actor_name: str
    action: str = Field(examples=["ad.approve"])
    target: str = Field(examples=["ad"])
    target_id: str
    before: dict[str, Any] = Field(examples=[{"status": "pending"}])
    after: dict[str, Any] = Field(examples=[{"status": "approved"}])
    created_at: str


class AuditListOut(Success):
    """A page of the log."""

    data: list[AuditOut]
    total: int
    totalPages: int
    page: int


def _change(change: Change) -> dict[str, Any]:
    return {
        "field": change.field,
        "label": change.label,
        "before": change.before,
        "after": change.after,
        "photosBefore": [wire.image(photo) for photo in change.photos_before],
        "photosAfter": [wire.image(photo) for photo in change.photos_after],
    }


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "version": decision.number,
        "review": decision.review,
        "reason": decision.reason_code,
        "note": decision.note,
        "decidedBy": decision.decided_by,
        "decidedAt": wire.moment(decision.decided_at),
        "submittedAt": wire.moment(decision.submitted_at),
    }


def _seller(history: SellerHistory) -> dict[str, Any]:
    return {
        "_id": history.account_id,
        "username": history.username,
        "name": history.name,
        "status": history.status,
        "joinedAt": wire.moment(history.joined_at),
        "days": history.days,
        "ads": history.ads,
        "rejections": history.rejections,
        "reports": history.reports,
        "openReports": history.open_reports,
    }


def _item(item: DeskItem) -> dict[str, Any]:
    return {
        "data": wire.product(item.ad),
        "waiting": item.waiting,
        "waitingSince": wire.moment(item.waiting_since),
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
        "createdAt": wire.moment(row.created_at),
    }


@router.get("/desk", summary="The desk's numbers", responses={200: {"model": DeskNumbersOut}} | failures(401, 403))
def numbers(door: TheDoor) -> JSONResponse:
    """How much waits, since when, and how much was decided today."""
    found = door.ask(moderation.desk_numbers)
    return ok(
        data={
            "waiting": found.waiting,
            "oldestWaitingSince": wire.moment(found.oldest_waiting_since),
            "decidedToday": found.decided_today,
            "openReports": found.open_reports,
        }
    )


@router.get(
    "/desk/{product_id}",
    summary="One ad on the desk",
    responses={200: {"model": DeskItemOut}} | failures(401, 403, 404, 410, 422),
)
def get_item(product_id: str, door: TheDoor) -> JSONResponse:
    """The version handed in last, what it changes of the live one, earlier decisions and the seller's history."""
    return ok(**_item(door.ask(moderation.get_desk_item, product_id)))


@router.post(
    "/desk/approve",
    summary="Approve several ads",
    responses={200: {"model": BulkOut}} | failures(401, 403, 422),
)
def approve_many(body: BulkBody, door: TheDoor) -> JSONResponse:
    """Approves each ad for itself; one that can't be approved does not hold up the others."""
    outcomes = door.do(moderation.approve_many, [(choice.id, choice.version) for choice in body.products])
    return ok(
        data=[{"_id": each.ad_id, "approved": each.approved, "message": each.message} for each in outcomes],
        approved=sum(each.approved for each in outcomes),
    )


@router.get("/audit", summary="The audit log", responses={200: {"model": AuditListOut}} | failures(401, 403, 422))
def list_audit(
    door: TheDoor,
    window: Paged,
    target: str = "",
    targetId: str = "",
    actorId: str = "",
    action: str = "",
) -> JSONResponse:
    """Every decision, newest first. No call changes it, and the database refuses to."""
    page = door.ask(
        audit.list_entries,
        target=absent(target),
        target_id=absent(targetId),
        actor_id=absent(actorId),
        action=absent(action),
        window=window,
    )
    return ok_page(page, "data", [_entry(row) for row in page.items])
