"""/api/product/{id}/appeal, /api/account/appeal, /api/admin/appeals"""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from pydantic import Field

from marketplace.api import account_schemas, schemas
from marketplace.api.dependencies import ONCE, DispatcherDep, OptionalAuthDep, Paged, clean_param
from marketplace.api.operations import Operation, callers
from marketplace.api.responses import Changed, Listed, ok, ok_page, returns
from marketplace.domain import moderation
from marketplace.domain.moderation import messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind

router = APIRouter(tags=["appeals"], route_class=Operation)


class AppealBody(schemas.Body):
    """Why a decision is wrong."""

    text: str = Field("", examples=["The photos show this sofa."], description="at most 2,000 characters")


class AccountAppealBody(AppealBody):
    """An appeal against a suspension. Email and password prove who writes, since a suspended account can't sign in."""

    email: str = Field("", examples=["asha@example.com"])
    password: str = Field("", examples=["correct horse"])
    user_type: str = Field("", examples=["seller"], description="user or seller")


class AnswerBody(schemas.Body):
    """The answer to an appeal."""

    note: str = Field("", examples=["It is a catalogue photo."], description="the owner reads it; required")


class AppealOut(schemas.Out):
    """An appeal as its owner sees it."""

    id: str = Field(examples=[schemas.EXAMPLE_ID])
    target: schemas.TargetName = Field(examples=["product"], description="product or account")
    target_id: str
    reason: str = Field(examples=["The photos show another sofa."], description="of the decision")
    decided_at: schemas.Timestamp
    text: str
    status: str = Field(
        examples=["open"],
        description="open, upheld (the decision stays), overturned, or moot (it no longer stands)",
    )
    note: str = Field(description="the answer")
    closed_at: schemas.Timestamp | None
    created_at: schemas.Timestamp


class AdminAppealOut(AppealOut):
    """An appeal as admins see it."""

    target_name: str
    owner_id: str
    owner_name: str
    decided_by: str = Field(description="username of the admin who took the decision")
    closed_by: str
    stands: bool = Field(description="whether it is open and the decision can still be undone")
    decidable: bool = Field(description="whether the caller may decide it")
    assigned_to: str = Field(description="username of the moderator who works on it, else empty")
    assigned_to_id: schemas.OptionalId


AppealResponse = Changed[AppealOut]
AppealClosedResponse = Changed[AdminAppealOut]


@router.post(
    "/product/{product_id}/appeal",
    status_code=201,
    summary="Appeal against the rejection of an own ad",
    dependencies=ONCE,
    responses=returns(AppealResponse, 401, 403, 404, 409, 410, 422, status=201),
)
@callers(AccountKind.SELLER)
def appeal_product(product_id: str, body: AppealBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Asks for another look at a rejected or withdrawn ad, or at a rejected change. Once for each decision."""
    made = dispatcher.execute(moderation.appeal_ad, product_id, body.text)
    return ok(201, message=t(messages.APPEALED), data=AppealOut.dump(made))


@router.post(
    "/account/appeal",
    status_code=201,
    summary="Appeal against the suspension of an own account",
    dependencies=ONCE,
    responses=returns(AppealResponse, 401, 409, 422, status=201),
)
def appeal_account(body: AccountAppealBody, dispatcher: OptionalAuthDep) -> JSONResponse:
    """Asks for another look at a suspension. Once for each suspension; no session is needed or created."""
    kind = account_schemas.parse_user_type(body.user_type)
    made = dispatcher.execute(moderation.appeal_suspension, body.email, body.password, body.text, kind=kind)
    return ok(201, message=t(messages.APPEALED), data=AppealOut.dump(made))


@router.get("/admin/appeals", summary="List appeals", responses=returns(Listed[AdminAppealOut], 401, 403, 422))
def list_appeals(
    dispatcher: DispatcherDep,
    window: Paged,
    status: str = "open",
    target: str = "",
    assigned: Annotated[str, Query(description="mine or unassigned")] = "",
) -> JSONResponse:
    """Lists appeals: by default open ones, oldest first; all others newest first. An empty `status` means all."""
    target_name = clean_param(target)
    page = dispatcher.query(
        moderation.list_appeals,
        status=clean_param(status),
        target=schemas.TARGETS.get(target_name, target_name),
        assigned=clean_param(assigned),
        window=window,
    )
    return ok_page(page, "data", [AdminAppealOut.dump(view) for view in page.items])


@router.post(
    "/admin/appeals/{appeal_id}/uphold",
    summary="Decide that a decision stays",
    responses=returns(AppealClosedResponse, 401, 403, 404, 409, 422),
)
def uphold(appeal_id: str, body: AnswerBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Closes the appeal and mails the note to its owner. 403 for the admin who took the decision, if there is another."""
    closed = dispatcher.execute(moderation.uphold_appeal, appeal_id, body.note)
    return ok(message=t(messages.APPEAL_UPHELD), data=AdminAppealOut.dump(closed))


@router.post(
    "/admin/appeals/{appeal_id}/overturn",
    summary="Undo a decision after an appeal",
    responses=returns(AppealClosedResponse, 401, 403, 404, 409, 410, 422),
)
def overturn(appeal_id: str, body: AnswerBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Publishes the ad, or ends the suspension, and mails the note. 403 as for `uphold`; 409 if the decision no longer stands."""
    closed = dispatcher.execute(moderation.overturn_appeal, appeal_id, body.note)
    return ok(message=t(messages.APPEAL_OVERTURNED), data=AdminAppealOut.dump(closed))
