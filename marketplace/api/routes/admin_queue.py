"""/api/admin/queue and /api/admin/audit"""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from pydantic import BeforeValidator, Field

from marketplace.api import schemas
from marketplace.api.dependencies import DispatcherDep, Paged, clean_param
from marketplace.api.operations import Operation
from marketplace.api.responses import Data, Listed, Success, ok, ok_page, returns
from marketplace.api.signal_schemas import LinkedAccountOut, SignalOut
from marketplace.domain import audit, moderation

router = APIRouter(prefix="/admin", tags=["admin: moderation queue"], route_class=Operation)


class QueueNumbersOut(schemas.Out):
    """The numbers of the moderation queue."""

    waiting: int = Field(examples=[7], description="ads that wait for a decision")
    oldest_waiting_since: schemas.Timestamp | None = Field(examples=["2026-12-04T10:00:00.000Z"])
    decided_today: int = Field(examples=[31], description="decisions since midnight in the site's time zone")
    open_reports: int = Field(examples=[2], description="things with open reports; many reports on one count once")


class ChangeOut(schemas.Out):
    """A field that the waiting version changes; for `images`, only the photo lists are set."""

    field: str = Field(examples=["price"])
    label: str = Field(examples=["Price"])
    before: str = Field(examples=["₹1,50,000"])
    after: str = Field(examples=["₹1,20,000"])
    photos_before: schemas.Images
    photos_after: schemas.Images


class DecisionOut(schemas.Out):
    """The review of one version."""

    version: int = Field(validation_alias="number")
    review: str = Field(examples=["rejected"], description="waiting, approved, rejected or replaced")
    reason: str = Field(validation_alias="reason_code")
    note: str
    decided_by: str
    decided_at: schemas.Timestamp | None
    submitted_at: schemas.Timestamp


class SellerHistoryOut(schemas.Out):
    """The history of a seller."""

    id: str = Field(validation_alias="account_id")
    username: str
    name: str
    status: str
    joined_at: schemas.Timestamp
    days: int = Field(description="age of the account in days")
    ads: dict[str, int] = Field(examples=[{"approved": 12, "rejected": 1}], description="number of ads by status")
    rejections: int
    reports: int = Field(
        description="the account and its ads, those that were reported; many reports on one count once"
    )
    open_reports: int = Field(description="those of them with open reports")


class QueueItemResponse(Success):
    """Everything an admin needs to decide on one ad."""

    data: schemas.ProductOut
    waiting: bool
    waiting_since: str | None
    resubmitted: bool = Field(description="whether an earlier version was rejected")
    changes: list[ChangeOut] = Field(description="differences from the live version")
    rejected_version: int | None = Field(
        examples=[2],
        description="the version that was rejected before this one was submitted, if nothing was approved since",
    )
    changes_since_rejection: list[ChangeOut] = Field(description="differences from that version")
    decisions: list[DecisionOut]
    seller: SellerHistoryOut
    reports: int = Field(description="number of reports on the ad, open and closed")
    signals: list[SignalOut] = Field(description="reasons to look more closely, the strongest first")
    linked_accounts: list[LinkedAccountOut] = Field(description="accounts that may be the seller's too")
    assigned_to: str = Field(description="username of the moderator who works on it, else empty")
    assigned_to_id: str | None


class AdChoice(schemas.Body):
    """An ad to approve."""

    id: str = Field("", alias="_id", examples=[schemas.EXAMPLE_ID])
    version: schemas.Whole | None = Field(None, examples=[1], description="the version that the admin read")


class BulkBody(schemas.Body):
    """Ads to approve."""

    products: schemas.Items[AdChoice] = Field(min_length=1, max_length=100)


class OutcomeOut(schemas.Out):
    """The outcome for one ad."""

    id: str = Field(validation_alias="ad_id")
    approved: bool
    message: str = Field(description="why it was not approved, else empty")


class BulkApprovalResponse(Success):
    """The outcome for each ad, in the order of the request."""

    data: list[OutcomeOut]
    approved: int = Field(description="number of approved ads")


class OpenCasesOut(schemas.Out):
    """The open cases of one kind by age."""

    kind: schemas.CaseName = Field(examples=["product"], description="product, report, appeal or grievance")
    fresh: int = Field(examples=[3], description="younger than an hour")
    day: int = Field(examples=[5], description="from an hour to a day old")
    older: int = Field(examples=[0])


class DayLoadOut(schemas.Out):
    """The cases of one day in the site's time zone."""

    day: Annotated[str, BeforeValidator(str)] = Field(examples=["2026-11-26"])
    incoming: int = Field(examples=[31])
    decided: int = Field(examples=[29])


class LoadOut(schemas.Out):
    """The load of moderation."""

    open: list[OpenCasesOut]
    days: list[DayLoadOut] = Field(description="the last 30 days, today last")
    median_hours: float | None = Field(
        examples=[1.5], description="median time to a decision in these days; null if there was none"
    )


class AuditOut(schemas.Out):
    """One entry of the audit log."""

    id: str
    actor_id: schemas.OptionalId
    actor_name: str
    action: str = Field(examples=["ad.approve"])
    target: str = Field(examples=["ad"])
    target_id: str
    before: dict[str, Any] = Field(examples=[{"status": "pending"}], description="the changed fields before the action")
    after: dict[str, Any] = Field(examples=[{"status": "approved"}], description="the same fields after it")
    created_at: schemas.Timestamp
    names: dict[str, str] = Field(
        examples=[{schemas.EXAMPLE_ID: "Teak sofa"}],
        description="names of the target and of what the changes mention, by id",
    )


@router.get(
    "/queue", summary="Get the numbers of the moderation queue", responses=returns(Data[QueueNumbersOut], 401, 403)
)
def numbers(dispatcher: DispatcherDep) -> JSONResponse:
    """Returns the number of waiting ads, the longest wait, today's decisions and the open reports."""
    return ok(data=QueueNumbersOut.dump(dispatcher.query(moderation.get_queue_numbers)))


@router.get("/load", summary="Get the load of moderation", responses=returns(Data[LoadOut], 401, 403))
def get_load(dispatcher: DispatcherDep) -> JSONResponse:
    """Counts open ads, reports, appeals and grievances by age, and what came in and was decided on each of the last days."""
    return ok(data=LoadOut.dump(dispatcher.query(moderation.get_load)))


@router.get(
    "/queue/{product_id}",
    summary="Get an ad of the moderation queue",
    responses=returns(QueueItemResponse, 401, 403, 404, 410, 422),
)
def get_item(product_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Returns the latest submitted version, its changes to the live and the rejected one, earlier decisions and the seller's history."""
    item = dispatcher.query(moderation.get_queue_item, product_id)
    dispatcher.record_reads(item.ad)
    return ok(
        data=schemas.product(item.ad),
        waiting=item.waiting,
        waitingSince=schemas.timestamp(item.waiting_since),
        resubmitted=item.resubmitted,
        changes=[ChangeOut.dump(change) for change in item.changes],
        rejectedVersion=item.rejected_version,
        changesSinceRejection=[ChangeOut.dump(change) for change in item.changes_since_rejection],
        decisions=[DecisionOut.dump(decision) for decision in item.decisions],
        seller=SellerHistoryOut.dump(item.seller),
        reports=len(item.reports),
        signals=[SignalOut.dump(signal) for signal in item.signals],
        linkedAccounts=[LinkedAccountOut.dump(account) for account in item.linked_accounts],
        assignedTo=item.assigned_to,
        assignedToId=item.assigned_to_id or None,
    )


@router.post("/queue/approve", summary="Approve several ads", responses=returns(BulkApprovalResponse, 401, 403, 422))
def approve_many(body: BulkBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Approves several ads. A failure for one ad does not affect the others; the response has the outcome for each."""
    outcomes = dispatcher.execute(moderation.approve_many, [(choice.id, choice.version) for choice in body.products])
    return ok(
        data=[OutcomeOut.dump(outcome) for outcome in outcomes],
        approved=sum(outcome.approved for outcome in outcomes),
    )


@router.get("/audit", summary="List the audit log", responses=returns(Listed[AuditOut], 401, 403, 422))
def list_audit(
    dispatcher: DispatcherDep,
    window: Paged,
    target: str = "",
    targetId: str = "",
    actorId: str = "",
    action: str = "",
    person: Annotated[
        str,
        Query(description="part of a username or name, or an email or id, of who acted or whose account it is about"),
    ] = "",
    first_day: Annotated[str, Query(alias="from", description="a date in the site's time zone")] = "",
    last_day: Annotated[str, Query(alias="to", description="a date, included")] = "",
) -> JSONResponse:
    """Lists the actions of admins, newest first. Entries can't be changed or deleted."""
    page = dispatcher.query(
        audit.list_entries,
        target=clean_param(target),
        target_id=clean_param(targetId),
        actor_id=clean_param(actorId),
        action=clean_param(action),
        person=clean_param(person),
        first_day=clean_param(first_day),
        last_day=clean_param(last_day),
        window=window,
    )
    return ok_page(page, "data", [AuditOut.dump(row) for row in page.items])
