"""/api/report, /api/admin/reports"""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import wire
from marketplace.api.answers import Success, Told, failures, ok, ok_page
from marketplace.api.deps import Paged, TheDoor, absent
from marketplace.domain import moderation
from marketplace.domain.moderation import ReportDraft, ReportView, messages
from marketplace.models import ReportTarget
from marketplace.texts import t

router = APIRouter(tags=["reports"])


class ReportBody(wire.Body):
    """What is wrong with what."""

    target: str = Field("", examples=["product"], description="product, account or conversation")
    target_id: str = Field(
        "", examples=[wire.EXAMPLE_ID], description="for a conversation, its id or the other party's account id"
    )
    reason: str = Field("", examples=["scam"], description=", ".join(messages.REPORT_REASONS))
    text: str = Field("", examples=["Asks for payment before a viewing."], description="needed for other")


class ReportOut(wire.Out):
    """A report."""

    id: str = Field(examples=[wire.EXAMPLE_ID])
    target: str = Field(examples=["product"])
    target_id: str
    target_name: str
    reason: str = Field(examples=["scam"])
    text: str
    status: str = Field(examples=["open"], description="open, resolved or dismissed")
    reporter_id: str | None
    reporter_name: str
    resolution: str
    resolved_by: str
    resolved_at: str | None
    created_at: str


class ReportsOut(Success):
    """A page of reports."""

    data: list[ReportOut]
    total: int
    totalPages: int
    page: int


class ReportedMessageOut(wire.Out):
    """A message of a reported conversation."""

    sender_id: str
    sender_name: str
    message: str
    images: list[wire.ImageOut] = []
    created_at: str


class ReportDetailOut(Success):
    """A report with what is needed to deal with it."""

    data: ReportOut
    others: list[ReportOut]
    messages: list[ReportedMessageOut]


class ReportSaved(Told):
    """A report as it is now."""

    data: ReportOut


class ClosingBody(wire.Body):
    """How a report is closed."""

    resolution: str = Field("", examples=["Ad taken down, seller warned."])
    with_others: bool = Field(False, description="closes every open report on the same thing")


def _report(view: ReportView) -> dict[str, Any]:
    return {
        "_id": view.id,
        "target": wire.TARGET_NAMES[ReportTarget(view.target)],
        "targetId": view.target_id,
        "targetName": view.target_name,
        "reason": view.reason,
        "reasonText": view.reason_text,
        "text": view.text,
        "status": view.status,
        "reporterId": view.reporter_id or None,
        "reporterName": view.reporter_name,
        "resolution": view.resolution,
        "resolvedBy": view.resolved_by,
        "resolvedAt": wire.moment(view.resolved_at),
        "createdAt": wire.moment(view.created_at),
    }


@router.post(
    "/report",
    status_code=201,
    summary="Report an ad, an account or a conversation",
    responses={201: {"model": Told}} | failures(400, 404, 410, 422),
)
def report(body: ReportBody, door: TheDoor) -> JSONResponse:
    """Tells the admins. Anyone may; a conversation only one of its two parties."""
    draft = ReportDraft(
        target=wire.TARGETS.get(body.target, ""), target_id=body.target_id, reason=body.reason, text=body.text
    )
    door.do(moderation.report, draft)
    return ok(201, message=t(messages.REPORTED))


@router.get(
    "/admin/reports",
    summary="Reports",
    responses={200: {"model": ReportsOut}} | failures(401, 403, 422),
)
def list_reports(
    door: TheDoor, window: Paged, status: str = "open", target: str = "", targetId: str = ""
) -> JSONResponse:
    """Open ones oldest first (the default), others newest first; `status=` empty for all."""
    wanted = absent(target)
    page = door.ask(
        moderation.list_reports,
        status=absent(status),
        target=wire.TARGETS.get(wanted, wanted),
        target_id=absent(targetId),
        window=window,
    )
    return ok_page(page, "data", [_report(view) for view in page.items])


@router.get(
    "/admin/reports/{report_id}",
    summary="One report",
    responses={200: {"model": ReportDetailOut}} | failures(401, 403, 404, 422),
)
def get_report(report_id: str, door: TheDoor) -> JSONResponse:
    """One report, the others on the same thing, and a reported conversation's newest messages."""
    item = door.ask(moderation.get_report, report_id)
    shown = [
        {
            "senderId": message.sender_id,
            "senderName": message.sender_name,
            "message": message.text,
            "images": [wire.image(photo) for photo in message.photos],
            "createdAt": wire.moment(message.created_at),
        }
        for message in item.messages
    ]
    return ok(data=_report(item.report), others=[_report(other) for other in item.others], messages=shown)


@router.post(
    "/admin/reports/{report_id}/resolve",
    summary="Close a report: something was done",
    responses={200: {"model": ReportSaved}} | failures(401, 403, 404, 409, 422),
)
def resolve(report_id: str, body: ClosingBody, door: TheDoor) -> JSONResponse:
    """Closes a report and keeps what was done about it."""
    saved = door.do(moderation.resolve_report, report_id, body.resolution, with_others=body.with_others)
    return ok(message=t(messages.REPORT_RESOLVED), data=_report(saved))


@router.post(
    "/admin/reports/{report_id}/dismiss",
    summary="Close a report: nothing to do",
    responses={200: {"model": ReportSaved}} | failures(401, 403, 404, 409, 422),
)
def dismiss(report_id: str, door: TheDoor, body: ClosingBody | None = None) -> JSONResponse:
    """Closes a report on which there was nothing to do; no body needed."""
    resolution, with_others = (body.resolution, body.with_others) if body else ("", False)
    saved = door.do(moderation.dismiss_report, report_id, resolution, with_others=with_others)
    return ok(message=t(messages.REPORT_DISMISSED), data=_report(saved))
