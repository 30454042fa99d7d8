"""/api/grievance, /api/transparency, /api/admin/grievances"""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import schemas
from marketplace.api.dependencies import ONCE, DispatcherDep, Paged, clean_param
from marketplace.api.operations import Operation
from marketplace.api.responses import (
    Changed,
    Data,
    Listed,
    ok,
    ok_page,
    returns,
)
from marketplace.domain import grievances, transparency
from marketplace.domain.grievances import GrievanceDraft, OrderDraft, messages, rules
from marketplace.i18n.texts import t

router = APIRouter(tags=["grievances"], route_class=Operation)


class GrievanceBody(schemas.Body):
    """A grievance. No account is needed."""

    kind: str = Field(
        "", examples=["intimate_image"], description=f"{', '.join(rules.OF_COMPLAINANTS)}; left out: other"
    )
    name: str = Field("", examples=["Asha Rao"])
    email: str = Field("", examples=["asha@example.com"], description="for the acknowledgement and the answer")
    behalf_of: str = Field("", description="the person for whom somebody else complains")
    about: str = Field("", examples=["/products/01M7YH44H3FVMP4547R0ZWQBC3"], description="addresses of ads or sellers")
    text: str = Field("", examples=["The ad shows a photo of me."], description="required")


class ReceiptOut(schemas.Out):
    """What the complainant keeps."""

    reference: str = Field(examples=["G-4R0ZWQBC"])
    kind_text: str
    time: str = Field(examples=["36 hours"], description="time to resolve it, which depends on the kind")
    acknowledge_by: schemas.Timestamp
    resolve_by: schemas.Timestamp


class TargetOut(schemas.Out):
    """An ad or account that an address in a grievance names."""

    kind: str = Field(examples=["ad"], description="ad or account")
    id: str = Field(examples=[schemas.EXAMPLE_ID])
    name: str
    held_until: schemas.Timestamp | None = Field(description="a copy of the removed ad is kept until then")


class GrievanceOut(schemas.Out):
    """A grievance as admins see it."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    reference: str = Field(examples=["G-4R0ZWQBC"])
    kind: str = Field(examples=["intimate_image"])
    kind_text: str
    rule: str = Field(examples=["3(2)(b)"], description="of the IT Rules, which sets the deadline")
    name: str
    behalf_of: str
    authority_reference: str = Field(description="the number of an order of a court or authority")
    legal_basis: str = Field(description="what an order rests on")
    email: str
    username: str = Field(description="of the account that filed it; empty for an anonymous complainant")
    about: str
    targets: list[TargetOut]
    text: str
    status: str = Field(examples=["open"], description="open or resolved")
    acknowledge_by: schemas.Timestamp
    resolve_by: schemas.Timestamp
    overdue: bool
    note: str
    resolved_by: str
    resolved_at: schemas.Timestamp | None
    created_at: schemas.Timestamp
    assigned_to: str = Field(description="username of the moderator who works on it, else empty")
    assigned_to_id: schemas.OptionalId


GrievanceResponse = Changed[GrievanceOut]


class NoteBody(schemas.Body):
    """The answer to a grievance."""

    note: str = Field("", examples=["We removed the ad."], description="mailed to the complainant; required")


class OrderBody(schemas.Body):
    """An order of a court or authority."""

    kind: str = Field("", examples=["order"], description="order, or assistance: a request for information")
    authority: str = Field("", examples=["High Court of Bombay"], description="required")
    authority_reference: str = Field("", examples=["WP 1234/2026"], description="the number of the order")
    legal_basis: str = Field("", examples=["Section 79(3)(b) of the IT Act"], description="required")
    received_at: str = Field("", examples=["2026-11-29T10:00"], description="from then the time runs; left out: now")
    about: str = Field("", examples=["/products/01M7YH44H3FVMP4547R0ZWQBC3"], description="addresses of ads or sellers")
    text: str = Field("", examples=["Remove the ad."], description="what it asks for; required")
    email: str = Field("", examples=["registrar@example.gov.in"], description="for the acknowledgement and the answer")


class RemovalBody(schemas.Body):
    """An ad to remove."""

    product_id: str = Field("", examples=[schemas.EXAMPLE_ID], description="required")
    note: str = Field("", examples=["Removed on an order of the court."], description="the seller reads it; required")


class MonthOut(schemas.Out):
    """The numbers of a month in the site's time zone."""

    month: str = Field(examples=["2026-11"])
    reports: int = Field(examples=[41])
    removals: int = Field(
        examples=[17], description="ads rejected, taken down or deleted by admins, accounts suspended"
    )
    appeals: int = Field(examples=[3])
    overturned: int = Field(examples=[1], description="decisions undone after an appeal")
    grievances: int = Field(examples=[2])
    orders: int = Field(examples=[0], description="orders and requests of courts and authorities")
    median_hours: float | None = Field(
        examples=[5.5], description="median time to answer a report; null if there was none"
    )


@router.post(
    "/grievance",
    status_code=201,
    summary="File a grievance",
    dependencies=ONCE,
    responses=returns(Changed[ReceiptOut], 422, status=201),
)
def file_grievance(body: GrievanceBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Sends a grievance to the grievance officer. The deadline depends on its kind, see docs/law.md."""
    receipt = dispatcher.execute(grievances.file_grievance, GrievanceDraft(**body.model_dump()))
    return ok(201, message=t(messages.FILED, reference=receipt.reference), data=ReceiptOut.dump(receipt))


@router.get(
    "/transparency", summary="Get the numbers of moderation by month", responses=returns(Data[list[MonthOut]], 422)
)
def list_months(dispatcher: DispatcherDep) -> JSONResponse:
    """Counts reports, removals and appeals by month. No personal data."""
    months = dispatcher.query(lambda db, _actor: transparency.list_months(db))
    return ok(data=[MonthOut.dump(month) for month in months])


@router.get("/admin/grievances", summary="List grievances", responses=returns(Listed[GrievanceOut], 401, 403, 422))
def list_grievances(
    dispatcher: DispatcherDep,
    window: Paged,
    status: str = "open",
    assigned: Annotated[str, Query(description="mine or unassigned")] = "",
) -> JSONResponse:
    """Lists grievances: by default open ones, the nearest deadline first; all others newest first. An empty `status` means all."""
    page = dispatcher.query(
        grievances.list_grievances, status=clean_param(status), assigned=clean_param(assigned), window=window
    )
    return ok_page(page, "data", [GrievanceOut.dump(view) for view in page.items])


@router.post(
    "/admin/grievances/{grievance_id}/resolve",
    summary="Resolve a grievance",
    responses=returns(GrievanceResponse, 401, 403, 404, 409, 422),
)
def resolve(grievance_id: str, body: NoteBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Closes a grievance and mails the note."""
    view = dispatcher.execute(grievances.resolve_grievance, grievance_id, body.note)
    return ok(message=t(messages.RESOLVED), data=GrievanceOut.dump(view))


@router.post(
    "/admin/orders",
    status_code=201,
    summary="Enter an order of a court or authority",
    dependencies=ONCE,
    responses=returns(GrievanceResponse, 401, 403, 422, status=201),
)
def enter_order(body: OrderBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Enters an order, which then stands in the list of grievances with its own deadline (docs/law.md)."""
    view = dispatcher.execute(grievances.enter_order, OrderDraft(**body.model_dump()))
    return ok(201, message=t(messages.ENTERED, reference=view.reference), data=GrievanceOut.dump(view))


@router.post(
    "/admin/grievances/{grievance_id}/remove",
    summary="Remove an ad after a grievance or order",
    responses=returns(GrievanceResponse, 401, 403, 404, 409, 422),
)
def remove(grievance_id: str, body: RemovalBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Takes the ad down and its photos off the site, and keeps a copy that nobody reads for the time that the law asks for."""
    view = dispatcher.execute(grievances.remove_ad, grievance_id, body.product_id, body.note)
    return ok(message=t(messages.REMOVED), data=GrievanceOut.dump(view))
