"""/api/waiting"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import schemas
from marketplace.api.dependencies import DispatcherDep, OptionallyPaged
from marketplace.api.operations import Operation
from marketplace.api.responses import Listed, ok_page, returns
from marketplace.domain import waiting

router = APIRouter(tags=["waiting"], route_class=Operation)


class WaitingOut(schemas.Out):
    """Something that waits for the caller's answer or action."""

    kind: str = Field(examples=["offer"])
    subject_id: str = Field(
        examples=[schemas.EXAMPLE_ID],
        description="the offer, enquiry, deal, conversation, product, draft or wanted ad that it is about",
    )
    text: str = Field(examples=["Ravi Iyer offers ₹4,500 for Teak Sofa"])
    action: str = Field(examples=["Answer"], description="what to do, in a word or two")
    link: str = Field(examples=["/seller/messages?user=" + schemas.EXAMPLE_ID], description="page on the website")
    since: schemas.Timestamp
    deadline: schemas.Timestamp | None = Field(description="until when it can be done; null without an end")
    deadline_text: str = Field(examples=["Answer by tomorrow 18:00"], description="empty without an end")
    product_id: schemas.OptionalId = Field(validation_alias="ad_id")
    other_id: schemas.OptionalId = Field(description="the other person")
    other_name: str = Field(examples=["Ravi Iyer"])


@router.get("/waiting", summary="List what waits for you", responses=returns(Listed[WaitingOut], 401, 403, 422))
def list_waiting(dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists what waits for the caller's answer or action, the most urgent first, or a page of it with `page` and `limit`."""
    page = dispatcher.query(waiting.list_waiting, window=window)
    return ok_page(page, "data", [WaitingOut.dump(view) for view in page.items])
