"""/api/product and /api/seller: what sellers say about the availability of their ads, one by one or many at once"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import schemas
from marketplace.api.dependencies import DispatcherDep
from marketplace.api.operations import Operation, callers
from marketplace.api.responses import (
    Changed,
    Data,
    ProductChangedResponse,
    ok,
    product_changed,
    returns,
)
from marketplace.core.numbers import Number
from marketplace.domain import ads
from marketplace.domain.ads import messages
from marketplace.i18n.texts import t, tn
from marketplace.models import AccountKind

router = APIRouter(tags=["products"], route_class=Operation)
_RETURNS = returns(ProductChangedResponse, 401, 403, 404, 409, 410, 422)


class PauseBody(schemas.Body):
    """When the ad is back."""

    until: str = Field("", examples=["2026-12-24"], description="the day on which it resumes; left out, the owner does")


class PricesBody(schemas.Body):
    """A change of the prices of several own ads."""

    ids: schemas.Items[str] = Field([], examples=[[schemas.EXAMPLE_ID]], max_length=1000)
    price: Number = Field(None, examples=[900], description="rupees")
    percent: Number = Field(None, examples=[-10], description="change of the price in percent; instead of `price`")


class BulkBody(PricesBody):
    """An action on several own ads; `price` and `percent` are for the action price."""

    action: str = Field("", examples=["pause"], description="confirm, renew, pause, resume, sold or price")


class HolidayOut(schemas.Out):
    """A seller's holiday."""

    until: schemas.Timestamp | None = Field(examples=[None], description="when the ads resume; null without a holiday")
    ads: int = Field(examples=[3], description="number of ads that were paused or resumed")


class RefusalOut(schemas.Out):
    """An ad on which a bulk action failed, and why."""

    id: str = Field(validation_alias="ad_id", examples=[schemas.EXAMPLE_ID])
    name: str = Field(examples=["Teak Sofa"], description="empty for an ad that is not the caller's")
    reason: str = Field(examples=["You can't do that while the ad is sold. Relist it first."])


class PriceChangeOut(schemas.Out):
    """What would happen to the price of an ad."""

    id: str = Field(validation_alias="ad_id", examples=[schemas.EXAMPLE_ID])
    name: str = Field(examples=["Teak Sofa"])
    price: schemas.Rupees = Field(
        validation_alias="asked_before_paise", examples=[1235], description="before the discount"
    )
    new_price: schemas.Rupees = Field(
        validation_alias="asked_paise", examples=[1110], description="before the discount"
    )
    at_once: bool = Field(description="whether it is live at once; otherwise it waits for review")


class PreviewOut(schemas.Out):
    """What a change of prices would do."""

    changes: list[PriceChangeOut]
    refused: list[RefusalOut]


class BulkOut(schemas.Out):
    """The result of an action on several ads."""

    done: int = Field(examples=[4], description="number of ads")
    refused: list[RefusalOut]


@router.post("/product/{product_id}/confirm", summary="Confirm that an ad is available", responses=_RETURNS)
def confirm(product_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Notes that a live ad is available, which buyers see. It ends a reservation made with `reserve`."""
    return product_changed(t(messages.CONFIRMED), dispatcher.execute(ads.confirm, product_id))


@router.post("/product/{product_id}/pause", summary="Pause an ad", responses=_RETURNS)
@callers(AccountKind.SELLER)
def pause(product_id: str, dispatcher: DispatcherDep, body: PauseBody | None = None) -> JSONResponse:
    """Removes a live ad from the lists until a day, or until it is resumed. Deals stay as they are."""
    return product_changed(
        t(messages.PAUSED), dispatcher.execute(ads.pause, product_id, until=body.until if body else "")
    )


@router.post("/product/{product_id}/resume", summary="Resume an ad", responses=_RETURNS)
def resume(product_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Ends a pause, or a reservation made with `reserve`."""
    return product_changed(t(messages.RESUMED), dispatcher.execute(ads.resume, product_id))


@router.post("/product/{product_id}/reserve", summary="Mark an ad as reserved", responses=_RETURNS)
def reserve(product_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Marks a live ad as reserved by its owner, without a deal on the site. Returns 409 while a deal holds it."""
    return product_changed(t(messages.MARKED_RESERVED), dispatcher.execute(ads.mark_reserved, product_id))


@router.post("/product/bulk", summary="Change several ads", responses=returns(Changed[BulkOut], 401, 403, 422))
@callers(AccountKind.SELLER)
def change_many(body: BulkBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Takes one action on own ads, and reports those with which it could not be done."""
    report = dispatcher.execute(ads.change_many, body.ids, body.action, price=body.price, percent=body.percent)
    return ok(message=tn("{count} ad changed", "{count} ads changed", report.done), data=BulkOut.dump(report))


@router.post(
    "/product/bulk/preview",
    summary="Preview new prices of several ads",
    responses=returns(Data[PreviewOut], 401, 403, 422),
)
@callers(AccountKind.SELLER)
def preview_prices(body: PricesBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Returns what `POST /product/bulk` would do with the action `price`, and changes nothing."""
    preview = dispatcher.query(ads.preview_prices, body.ids, price=body.price, percent=body.percent)
    return ok(data=PreviewOut.dump(preview))


@router.post(
    "/seller/holiday", summary="Pause all ads for a holiday", responses=returns(Changed[HolidayOut], 401, 403, 422)
)
@callers(AccountKind.SELLER)
def set_holiday(dispatcher: DispatcherDep, body: PauseBody | None = None) -> JSONResponse:
    """Pauses the live ads of the signed-in seller until a day; without a day, ends the holiday."""
    holiday = dispatcher.execute(ads.set_holiday, body.until if body else "")
    message = t(messages.HOLIDAY, until=holiday.until_text) if holiday.until else t(messages.HOLIDAY_OVER)
    return ok(message=message, data={"until": schemas.timestamp(holiday.until), "ads": holiday.ads})
