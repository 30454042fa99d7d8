"""/api/review, /api/admin/reviews"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import account_schemas, schemas
from marketplace.api.dependencies import ONCE, DispatcherDep, OptionallyPaged
from marketplace.api.operations import Operation, callers
from marketplace.api.responses import Changed, ListResponse, MessageResponse, ok, ok_page, returns
from marketplace.api.review_schemas import ReviewOut
from marketplace.core.numbers import Number
from marketplace.domain import reviews
from marketplace.domain.paging import Window
from marketplace.domain.reviews import ReviewDraft, messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind

router = APIRouter(tags=["reviews"], route_class=Operation)


class ReviewBody(schemas.Body):
    """A review of the other party of a finished deal, or of a rental's enquiry."""

    deal_id: str = Field("", examples=[schemas.EXAMPLE_ID], description="either this or `enquiryId`")
    enquiry_id: str = ""
    stars: Number = Field(None, examples=[5], description="1 to 5")
    tags: schemas.Items[str] = Field(
        [],
        examples=[["friendly"]],
        max_length=100,
        description=f"of a seller: {', '.join(messages.SELLER_TAGS)}; of a user: {', '.join(messages.BUYER_TAGS)}",
    )
    text: str = Field("", examples=["Just as in the photos."], description="at most 1,000 characters")


class ReplyBody(schemas.Body):
    """A reply to a review."""

    text: str = Field("", examples=["Thank you, enjoy it!"], description="at most 500 characters")


class RemovalBody(schemas.Body):
    """Why a review is removed."""

    reason: str = Field("", examples=["It insults the seller."], description="for the writer")


ReviewChangedResponse = Changed[ReviewOut]


class ReviewsResponse(ListResponse, account_schemas.ReviewNumbersOut):
    """Revealed reviews, newest first, with all of them in numbers."""

    data: list[ReviewOut]


@router.post(
    "/review",
    status_code=201,
    summary="Review the other party",
    dependencies=ONCE,
    responses=returns(ReviewChangedResponse, 401, 403, 409, 422, status=201),
)
@callers(AccountKind.BUYER, AccountKind.SELLER, message=lambda: t(messages.LOGIN))
def write_review(body: ReviewBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Reviews the other party of a finished deal or rental, once.

    It is sealed until both parties have written, or until the time for reviews is over. Then no more can be written.
    """
    review = dispatcher.execute(reviews.write_review, ReviewDraft.model_validate(body.model_dump()))
    said = t(messages.REVEALED) if review.revealed else t(messages.SENT, day=review.reveal_text)
    return ok(201, message=said, data=ReviewOut.dump(review))


@router.get(
    "/review/seller/{seller_id}", summary="List reviews of a seller", responses=returns(ReviewsResponse, 404, 422)
)
def list_of_seller(seller_id: str, dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists the revealed reviews about a seller, newest first, or a page of them with `page` and `limit`."""
    return _list(dispatcher, seller_id, AccountKind.SELLER, window)


@router.get("/review/user/{user_id}", summary="List reviews of a user", responses=returns(ReviewsResponse, 404, 422))
def list_of_user(user_id: str, dispatcher: DispatcherDep, window: OptionallyPaged) -> JSONResponse:
    """Lists the revealed reviews about a user, newest first, or a page of them with `page` and `limit`."""
    return _list(dispatcher, user_id, AccountKind.BUYER, window)


@router.post(
    "/review/{review_id}/reply",
    summary="Reply to a review",
    dependencies=ONCE,
    responses=returns(ReviewChangedResponse, 401, 403, 404, 409, 422),
)
@callers(AccountKind.BUYER, AccountKind.SELLER, message=lambda: t(messages.LOGIN))
def reply(review_id: str, body: ReplyBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Publishes the one reply of whom a review is about."""
    review = dispatcher.execute(reviews.reply_to_review, review_id, body.text)
    return ok(message=t(messages.REPLIED), data=ReviewOut.dump(review))


@router.post(
    "/admin/reviews/{review_id}/remove",
    summary="Remove a review",
    responses=returns(MessageResponse, 401, 403, 404, 409, 422),
)
def remove(review_id: str, body: RemovalBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Removes a revealed review from pages and numbers. Its writer is told the reason."""
    dispatcher.execute(reviews.remove_review, review_id, body.reason)
    return ok(message=t(messages.REMOVED))


def _list(dispatcher: DispatcherDep, account_id: str, kind: AccountKind, window: Window) -> JSONResponse:
    page = dispatcher.query(reviews.list_reviews, account_id, kind=kind, window=window)
    return ok_page(
        page,
        "data",
        [ReviewOut.dump(view) for view in page.items],
        average=page.summary.average,
        count=page.summary.count,
    )
