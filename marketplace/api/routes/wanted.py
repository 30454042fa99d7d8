"""/api/wanted"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import chat_schemas, schemas, wanted_schemas
from marketplace.api.dependencies import ONCE, DispatcherDep, OptionallyPaged
from marketplace.api.operations import Operation, callers
from marketplace.api.responses import Changed, Listed, MessageResponse, ok, ok_page, returns
from marketplace.api.unsubscribe import add_unsubscribe_endpoints
from marketplace.core.numbers import Number
from marketplace.domain import wanted
from marketplace.domain.wanted import messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind

router = APIRouter(tags=["wanted ads"], route_class=Operation)


class WantedBody(schemas.Body):
    """What a user looks for."""

    title: str = Field("", examples=["Small fridge for a hostel room"], description="at most 80 characters")
    details: str = Field(
        "", examples=["Up to 100 litres."], description="at most 1,000 characters, without phone numbers and emails"
    )
    producttype: str = Field("", examples=["sell"], description="of the ads that are looked for: sell, rent or lease")
    subcategory_id: str = Field("", examples=[schemas.EXAMPLE_ID])
    max_price: Number = Field(
        None, examples=[6000], description="rupees, for rent and lease in the usual unit of the category; optional"
    )
    city: str = Field("", examples=["Pune"], description="a town as `/api/places` names it")
    state: str = Field("", examples=["Maharashtra"], description="may be left out if the town's name is enough")

    def draft(self) -> wanted.WantedDraft:
        """Convert to the domain draft."""
        return wanted.WantedDraft(ad_type=self.producttype, **self.model_dump(exclude={"producttype"}))


class AnswerBody(schemas.Body):
    """The ad to offer."""

    product_id: str = Field("", examples=[schemas.EXAMPLE_ID])


class EndBody(schemas.Body):
    """Why a moderator ends a wanted ad."""

    reason: str = Field("", examples=["It offers a thing instead of looking for one."])


WantedChangedResponse = Changed[wanted_schemas.WantedOut]


@router.get(
    "/wanted",
    summary="List the caller's wanted ads",
    responses=returns(Listed[wanted_schemas.WantedOut], 401, 403, 422),
)
def list_own(dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists what the signed-in user looks for, or a page of it with `page` and `limit`."""
    page = dispatcher.query(wanted.list_own, window=window)
    return ok_page(page, "data", [wanted_schemas.dump(view) for view in page.items])


@router.post(
    "/wanted",
    status_code=201,
    summary="Say what the caller looks for",
    dependencies=ONCE,
    responses=returns(WantedChangedResponse, 400, 401, 403, 422, status=201),
)
@callers(AccountKind.BUYER, message=lambda: t(messages.LOGIN))
def create(body: WantedBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Adds a wanted ad of the signed-in user. Sellers with ads of the subcategory and type in or near the town are told."""
    view = dispatcher.execute(wanted.create, body.draft())
    return ok(201, message=t(messages.CREATED), data=wanted_schemas.dump(view))


@router.get(
    "/wanted/matching",
    summary="List what users look for",
    responses=returns(Listed[wanted_schemas.MatchingWantedOut], 401, 403, 422),
)
def list_matching(dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists the wanted ads that live ads of the signed-in seller fit, or a page of them with `page` and `limit`."""
    page = dispatcher.query(wanted.list_matching, window=window)
    return ok_page(page, "data", [wanted_schemas.dump(view) for view in page.items])


add_unsubscribe_endpoints(
    router,
    "/wanted/mails/unsubscribe",
    summary="Stop emails about wanted ads",
    stop=wanted.MAILS.stop,
    stopped=lambda: t(messages.NO_MORE_MAILS),
    page="/wanted/unsubscribe",
)


@router.put(
    "/wanted/{wanted_id}",
    summary="Change a wanted ad",
    responses=returns(WantedChangedResponse, 401, 403, 404, 409, 422),
)
@callers(AccountKind.BUYER, message=lambda: t(messages.LOGIN))
def revise(wanted_id: str, body: WantedBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Replaces the content of a wanted ad of the signed-in user. Returns 409 if it was ended."""
    view = dispatcher.execute(wanted.revise, wanted_id, body.draft())
    return ok(message=t(messages.CHANGED), data=wanted_schemas.dump(view))


@router.delete("/wanted/{wanted_id}", summary="End a wanted ad", responses=returns(MessageResponse, 401, 403, 404))
def end(wanted_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Ends a wanted ad of the signed-in user, who still sees it. Does nothing if it was ended already."""
    dispatcher.execute(wanted.end, wanted_id)
    return ok(message=t(messages.ENDED))


@router.post(
    "/wanted/{wanted_id}/renew",
    summary="Renew a wanted ad",
    responses=returns(WantedChangedResponse, 400, 401, 403, 404, 409),
)
def renew(wanted_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Lets a wanted ad run for another 30 days from now. Returns 409 if it was ended."""
    view = dispatcher.execute(wanted.renew, wanted_id)
    return ok(message=t(messages.RENEWED), data=wanted_schemas.dump(view))


@router.post(
    "/wanted/{wanted_id}/answer",
    status_code=201,
    summary="Offer an ad to whom looks for it",
    dependencies=ONCE,
    responses=returns(Changed[chat_schemas.MessageOut], 400, 401, 403, 404, 409, 422, status=201),
)
@callers(AccountKind.SELLER, message=lambda: t(messages.LOGIN_AS_SELLER))
def answer(wanted_id: str, body: AnswerBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Sends the user a message with one of the seller's fitting ads, once for each ad."""
    sent = dispatcher.execute(wanted.answer, wanted_id, body.product_id)
    return ok(201, message=t(messages.OFFERED), data=chat_schemas.message(sent))


@router.post(
    "/admin/wanted/{wanted_id}/end",
    summary="End a user's wanted ad",
    responses=returns(MessageResponse, 401, 403, 404, 409, 422),
)
def end_by_moderator(wanted_id: str, body: EndBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Ends a wanted ad with a reason, which its owner reads."""
    dispatcher.execute(wanted.end_by_moderator, wanted_id, body.reason)
    return ok(message=t(messages.ENDED_BY_MODERATOR))
