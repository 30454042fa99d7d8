"""/api/enquiry: pickup, return and the condition record"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from marketplace.api import handover_schemas, schemas
from marketplace.api.dependencies import ONCE, DispatcherDep, clean_param
from marketplace.api.meetup_schemas import ConfirmBody, LateBody, MeetupBody
from marketplace.api.operations import Operation
from marketplace.api.responses import Changed, Data, failures, ok, returns
from marketplace.core.numbers import Number
from marketplace.domain import handovers, media
from marketplace.domain.handovers import messages
from marketplace.domain.meetups import messages as meetup_messages
from marketplace.i18n.texts import t

router = APIRouter(tags=["enquiries"], route_class=Operation)

_MAX_DIGITS = 5
# A photo never changes, but only the two parties may see it, so shared caches must not store it.
_PRIVATE_HEADERS = {"Cache-Control": "private, max-age=3600", "Vary": "Cookie, Authorization"}


class RentalCodeBody(schemas.Body):
    """The four digits that the user shows."""

    code: str = Field("", examples=["4821"])


class ConditionBody(schemas.Body):
    """A photo for the condition record."""

    stage: str = Field("", examples=["pickup"], description="pickup or return")
    part: str = Field("", examples=["Left side"], description="what it shows, one of `parts`")
    note: str = Field("", examples=["A scratch above the wheel"], description="optional, at most 500 characters")
    photo: str = Field("", description="the caller's own upload, by `url` or `public_id`")


class ConfirmConditionBody(schemas.Body):
    """Confirms the record of a stage, or says why not."""

    stage: str = Field("", examples=["pickup"], description="pickup or return")
    disagreement: str | None = Field(None, examples=["The dent was there before."], description="instead of confirming")


class DepositBody(schemas.Body):
    """What was given or given back."""

    stage: str = Field("", examples=["pickup"], description="pickup (given) or return (given back)")
    amount: Number = Field(None, examples=[2000], description="rupees; at the return 0 to what was given")
    paid_on: str = Field("", examples=["2026-12-04"], description="a day in the product's time zone; empty for today")


class ConfirmDepositBody(schemas.Body):
    """Which of the two is confirmed."""

    stage: str = Field("", examples=["pickup"], description="pickup or return")
    number: schemas.Whole | None = Field(None, examples=[1], description="of what the caller has seen; else the newest")


ConditionChangedResponse = Changed[handover_schemas.ConditionOut]


@router.get(
    "/enquiry/{enquiry_id}/condition",
    summary="Get the condition record of a rental",
    responses=returns(Data[handover_schemas.ConditionOut], 401, 404),
)
def get_condition(enquiry_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Returns the record to its two parties. Only the user's answer has `code`."""
    return ok(data=handover_schemas.condition(dispatcher.query(handovers.get_record, enquiry_id)))


@router.post(
    "/enquiry/{enquiry_id}/condition",
    status_code=201,
    summary="Add a photo to the condition record",
    dependencies=ONCE,
    responses=returns(ConditionChangedResponse, 401, 404, 409, 422, 429, status=201),
)
def add_photo(enquiry_id: str, body: ConditionBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Adds a photo to the record of a stage, until both parties have confirmed it. It takes back earlier confirmations.

    The photo loses its public URL, unless an ad shows it: only the two parties can see it from then on.
    """
    record = dispatcher.execute(
        handovers.add_photo, enquiry_id, body.stage, part=body.part, photo=clean_param(body.photo), note=body.note
    )
    return ok(201, message=t(messages.ADDED), data=handover_schemas.condition(record))


@router.post(
    "/enquiry/{enquiry_id}/condition/confirm",
    summary="Confirm the condition record",
    dependencies=ONCE,
    responses=returns(ConditionChangedResponse, 401, 404, 409, 422, 429),
)
def confirm_record(enquiry_id: str, body: ConfirmConditionBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Confirms the record of a stage, or stores with `disagreement` why the caller does not agree."""
    record = dispatcher.execute(
        handovers.confirm_record, enquiry_id, body.stage, disagreement=clean_param(body.disagreement)
    )
    said = messages.DISAGREED if clean_param(body.disagreement) else messages.CONFIRMED
    return ok(message=t(said), data=handover_schemas.condition(record))


@router.get(
    "/enquiry/{enquiry_id}/condition/photos/{number}-{width}.webp",
    summary="Get a photo of a condition record",
    response_class=Response,
    responses={200: {"content": {"image/webp": {}}, "description": "The photo"}} | failures(401, 404),
)
def get_photo(enquiry_id: str, number: str, width: str, dispatcher: DispatcherDep) -> Response:
    """Returns the photo of an entry to the two parties."""
    # Read after the transaction, so that the file read does not hold a database connection.
    image = dispatcher.query(handovers.get_photo, enquiry_id, _read_number(number), _read_number(width))
    return Response(media.read_image(image), media_type="image/webp", headers=_PRIVATE_HEADERS)


@router.post(
    "/enquiry/{enquiry_id}/pickup",
    summary="Confirm the pickup",
    responses=returns(ConditionChangedResponse, 400, 401, 403, 404, 409, 422, 429),
)
def confirm_pickup(enquiry_id: str, body: RentalCodeBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Confirms the pickup with the code that the user shows. For the seller.

    Returns 429 after five wrong codes, until the user creates a new one.
    """
    record = dispatcher.execute(handovers.confirm_pickup, enquiry_id, body.code)
    return ok(message=t(messages.PICKED_UP), data=handover_schemas.condition(record))


@router.post(
    "/enquiry/{enquiry_id}/return",
    summary="Confirm the return",
    responses=returns(ConditionChangedResponse, 400, 401, 403, 404, 409, 422, 429),
)
def confirm_return(enquiry_id: str, body: RentalCodeBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Confirms the return likewise, after the pickup. The rental is finished, and both parties can review each other.

    If the account of one party is deleted, the other confirms it alone: `code` is not read.
    """
    record = dispatcher.execute(handovers.confirm_return, enquiry_id, body.code)
    return ok(message=t(messages.RETURNED), data=handover_schemas.condition(record))


@router.post(
    "/enquiry/{enquiry_id}/code",
    summary="Create a new code for pickup or return",
    responses=returns(ConditionChangedResponse, 401, 403, 404, 409),
)
def renew_code(enquiry_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Replaces the code of the stage that comes next; the old one no longer works. Only the user may do this."""
    record = dispatcher.execute(handovers.renew_code, enquiry_id)
    return ok(message=t(messages.NEW_CODE), data=handover_schemas.condition(record))


@router.post(
    "/enquiry/{enquiry_id}/meetup",
    summary="Propose a meetup for pickup or return",
    dependencies=ONCE,
    responses=returns(ConditionChangedResponse, 401, 403, 404, 409, 422, 429),
)
def propose_meetup(enquiry_id: str, body: MeetupBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Proposes a place and a time for the stage that comes next. It replaces an earlier proposal, and an agreed meetup."""
    record = dispatcher.execute(handovers.propose_meetup, enquiry_id, body.place, body.at)
    return ok(message=t(meetup_messages.MEETUP_PROPOSED), data=handover_schemas.condition(record))


@router.post(
    "/enquiry/{enquiry_id}/meetup/confirm",
    summary="Confirm a meetup for pickup or return",
    responses=returns(ConditionChangedResponse, 401, 404, 409, 422),
)
def confirm_meetup(enquiry_id: str, dispatcher: DispatcherDep, body: ConfirmBody | None = None) -> JSONResponse:
    """Agrees to the other party's proposal. Returns 409 if there is a newer one than `number`."""
    record = dispatcher.execute(handovers.confirm_meetup, enquiry_id, number=body.number if body else None)
    return ok(message=t(meetup_messages.MEETUP_CONFIRMED), data=handover_schemas.condition(record))


@router.post(
    "/enquiry/{enquiry_id}/meetup/late",
    summary="Tell that one is late for pickup or return",
    responses=returns(ConditionChangedResponse, 401, 404, 409, 422, 429),
)
def report_late(enquiry_id: str, body: LateBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Tells the other party, from some hours before an agreed meetup on."""
    record = dispatcher.execute(handovers.report_late, enquiry_id, body.minutes)
    return ok(message=t(meetup_messages.LATE_SAID), data=handover_schemas.condition(record))


@router.post(
    "/enquiry/{enquiry_id}/meetup/here",
    summary="Tell that one is there for pickup or return",
    responses=returns(ConditionChangedResponse, 401, 404, 409),
)
def report_here(enquiry_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Tells the other party, from some hours before an agreed meetup on."""
    record = dispatcher.execute(handovers.report_here, enquiry_id)
    return ok(message=t(meetup_messages.HERE_SAID), data=handover_schemas.condition(record))


@router.get(
    "/enquiry/{enquiry_id}/meetup.ics",
    summary="Get the meetup of a rental as a calendar file",
    response_class=Response,
    responses={200: {"description": "RFC 5545", "content": {"text/calendar": {}}}, **failures(401, 404, 409)},
)
def get_meetup_calendar(enquiry_id: str, dispatcher: DispatcherDep) -> Response:
    """Returns the agreed meetup of the stage that comes next in iCalendar format, to the two parties."""
    return Response(
        dispatcher.query(handovers.get_meetup_file, enquiry_id),
        media_type="text/calendar",
        headers={"Content-Disposition": 'attachment; filename="meetup.ics"', "Cache-Control": "private, no-store"},
    )


@router.post(
    "/enquiry/{enquiry_id}/deposit",
    summary="Record the deposit of a rental",
    dependencies=ONCE,
    responses=returns(ConditionChangedResponse, 401, 403, 404, 409, 422, 429),
)
def record_deposit(enquiry_id: str, body: DepositBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Says that the deposit was given, or given back. It replaces what was said before, until the other party confirms it."""
    record = dispatcher.execute(
        handovers.record_deposit, enquiry_id, body.stage, amount=body.amount, paid_on=body.paid_on
    )
    return ok(message=t(messages.DEPOSIT_RECORDED), data=handover_schemas.condition(record))


@router.post(
    "/enquiry/{enquiry_id}/deposit/confirm",
    summary="Confirm the deposit of a rental",
    responses=returns(ConditionChangedResponse, 401, 404, 409, 422),
)
def confirm_deposit(enquiry_id: str, body: ConfirmDepositBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Confirms what the other party said. Returns 409 if something else was said meanwhile than `number`."""
    record = dispatcher.execute(handovers.confirm_deposit, enquiry_id, body.stage, number=body.number)
    return ok(message=t(messages.DEPOSIT_CONFIRMED), data=handover_schemas.condition(record))


def _read_number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS else 0
