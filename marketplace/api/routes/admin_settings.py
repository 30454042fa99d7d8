"""/api/admin/settings: settings that administrators change"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field, StrictInt

from marketplace.api import schemas
from marketplace.api.dependencies import DispatcherDep
from marketplace.api.operations import Operation
from marketplace.api.responses import Changed, Data, ok, returns
from marketplace.domain import ads
from marketplace.domain.ads import messages
from marketplace.i18n.texts import t

router = APIRouter(prefix="/admin/settings", tags=["admin: rules"], route_class=Operation)


class SettingsOut(schemas.Out):
    """What administrators set."""

    price_cut_percent: int = Field(
        examples=[40], description="a seller may lower the price of a live ad so far without review; 0: not at all"
    )


class SettingsBody(schemas.Body):
    """New values."""

    price_cut_percent: StrictInt | None = Field(None, examples=[40], description="from 0 to 90")


@router.get("", summary="Get the settings of the site", responses=returns(Data[SettingsOut], 401, 403))
def get_settings(dispatcher: DispatcherDep) -> JSONResponse:
    """Returns the settings that hold now."""
    return ok(data={"priceCutPercent": dispatcher.query(ads.get_price_cut_bound)})


@router.put("", summary="Change the settings of the site", responses=returns(Changed[SettingsOut], 401, 403, 422))
def change_settings(body: SettingsBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Changes the settings, from the next change of an ad on."""
    percent = dispatcher.execute(ads.set_price_cut_bound, body.price_cut_percent)
    return ok(message=t(messages.CUT_BOUND_SET), data={"priceCutPercent": percent})
