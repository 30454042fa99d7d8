"""/api/report, /api/admin/reports"""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import review_schemas, schemas, wanted_schemas
from marketplace.api.dependencies import ONCE, DispatcherDep, Paged, clean_param
from marketplace.api.operations import Operation
from marketplace.api.responses import Changed, Listed, MessageResponse, Success, ok, ok_page, returns
from marketplace.domain import moderation
from marketplace.domain.moderation import ReportDraft, messages
from marketplace.i18n.texts import t

router = APIRouter(tags=["reports"], route_class=Operation)


class ReportBody(schemas.Body):
    """A report on an ad, an account, a conversation, a review or a wanted ad."""

    target: str = Field("", examples=["product"], description="product, account, conversation, review or wanted")
    target_id: str = Field(
        "",
        examples=[schemas.EXAMPLE_ID],
        description="id of the target; for a conversation, its id or the other party's account id",
    )
    reason: str = Field("", examples=["scam"], description=", ".join(messages.REPORT_REASONS))
    text: str = Field(
        "", examples=["Asks for payment before a viewing."], description="required for the reason `other`"
    )


class ReportOut(schemas.Out):
    """A report."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    target: schemas.TargetName = Field(examples=["product"])
    target_id: str
    target_name: str
    reason: str = Field(examples=["scam"])
    reason_text: str = Field(examples=["It looks like a scam"], description="the reason for display")
    text: str
    status: str = Field(examples=["open"], description="open, resolved or dismissed")
    reporter_id: schemas.OptionalId
    reporter_name: str
    reporter_upheld: int = Field(examples=[3], description="closed reports of the reporter that were resolved")
    reporter_decided: int = Field(examples=[4], description="all closed reports of the reporter")
    open_on_target: int = Field(examples=[2], description="open reports on the same target, this one included")
    resolution: str
    resolved_by: str
    resolved_at: schemas.Timestamp | None
    created_at: schemas.Timestamp
    assigned_to: str = Field(description="username of the moderator who works on it, else empty")
    assigned_to_id: schemas.OptionalId


class ReasonOut(schemas.Out):
    """A reason for which the recipient of a message was warned."""

    code: str = Field(examples=["qr_to_receive"])
    title: str = Field(examples=["Scanning a QR code never brings you money"])
    evidence: list[str] = Field(examples=[["SCAN: scan this"]], description="what matched")
    verdict: str = Field(examples=["scam"], description="the recipient's: none, scam or fine")


class ReportedMessageOut(schemas.Out):
    """A message of a reported conversation."""

    sender_id: str
    sender_name: str
    message: str = Field(validation_alias="text")
    images: schemas.Images = Field(validation_alias="photos")
    reasons: list[ReasonOut] = Field(description="why the recipient was warned of it, the strongest first")
    created_at: schemas.Timestamp


class ReportResponse(Success):
    """A report, the other reports on its target, and the newest messages of a reported conversation, the review, or the
    wanted ad.
    """

    data: ReportOut
    others: list[ReportOut] = Field(description="other reports on the same target, newest first")
    messages: list[ReportedMessageOut]
    review: review_schemas.ReviewOut | None = Field(description="the reported review")
    wanted: wanted_schemas.WantedOut | None = Field(description="the reported wanted ad")


ReportChangedResponse = Changed[ReportOut]


class ClosingBody(schemas.Body):
    """The result of a report."""

    resolution: str = Field("", examples=["Ad taken down, seller warned."])
    with_others: bool = Field(False, description="also close all other open reports on the same target")


@router.post(
    "/report",
    status_code=201,
    summary="Report an ad, an account, a conversation, a review or a wanted ad",
    dependencies=ONCE,
    responses=returns(MessageResponse, 400, 404, 410, 422, status=201),
)
def report(body: ReportBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Reports a target to the admins. Anyone can report, but only the parties can report a conversation, and only sellers who
    see it a wanted ad.
    """
    draft = ReportDraft(
        target=schemas.TARGETS.get(body.target, ""), target_id=body.target_id, reason=body.reason, text=body.text
    )
    dispatcher.execute(moderation.report, draft)
    return ok(201, message=t(messages.REPORTED))


@router.get("/admin/reports", summary="List reports", responses=returns(Listed[ReportOut], 401, 403, 422))
def list_reports(
    dispatcher: DispatcherDep,
    window: Paged,
    status: str = "open",
    target: str = "",
    targetId: str = "",
    assigned: Annotated[str, Query(description="mine or unassigned")] = "",
) -> JSONResponse:
    """Lists reports: by default open ones, those of trusted reporters first and all on one target together; others newest first.

    An empty `status` means all. Among equals the oldest is first.
    """
    target_name = clean_param(target)
    page = dispatcher.query(
        moderation.list_reports,
        status=clean_param(status),
        target=schemas.TARGETS.get(target_name, target_name),
        target_id=clean_param(targetId),
        assigned=clean_param(assigned),
        window=window,
    )
    return ok_page(page, "data", [ReportOut.dump(view) for view in page.items])


@router.get("/admin/reports/{report_id}", summary="Get a report", responses=returns(ReportResponse, 401, 403, 404, 422))
def get_report(report_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Returns a report, other reports on the same target and the newest messages of a reported conversation, the review, or the
    wanted ad.
    """
    item = dispatcher.query(moderation.get_report, report_id)
    return ok(
        data=ReportOut.dump(item.report),
        others=[ReportOut.dump(other) for other in item.others],
        messages=[ReportedMessageOut.dump(message) for message in item.messages],
        review=review_schemas.ReviewOut.dump(item.review) if item.review else None,
        wanted=wanted_schemas.WantedOut.dump(item.wanted) if item.wanted else None,
    )


@router.post(
    "/admin/reports/{report_id}/resolve",
    summary="Resolve a report",
    responses=returns(ReportChangedResponse, 401, 403, 404, 409, 422),
)
def resolve(report_id: str, body: ClosingBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Closes a report as resolved. `resolution` records the action taken."""
    closed = dispatcher.execute(moderation.resolve_report, report_id, body.resolution, with_others=body.with_others)
    return ok(message=t(messages.REPORT_RESOLVED), data=ReportOut.dump(closed))


@router.post(
    "/admin/reports/{report_id}/dismiss",
    summary="Dismiss a report",
    responses=returns(ReportChangedResponse, 401, 403, 404, 409, 422),
)
def dismiss(report_id: str, dispatcher: DispatcherDep, body: ClosingBody | None = None) -> JSONResponse:
    """Closes a report that needs no action. The body is optional."""
    resolution, with_others = (body.resolution, body.with_others) if body else ("", False)
    closed = dispatcher.execute(moderation.dismiss_report, report_id, resolution, with_others=with_others)
    return ok(message=t(messages.REPORT_DISMISSED), data=ReportOut.dump(closed))
