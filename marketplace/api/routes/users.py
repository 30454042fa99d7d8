"""/api/user"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from marketplace.api import contacts, people
from marketplace.api.answers import failures, ok
from marketplace.api.deps import TheDoor, TheWayIn
from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.models import AccountKind
from marketplace.texts import t

router = APIRouter(prefix="/user", tags=["accounts"])


@router.post(
    "",
    status_code=201,
    summary="Register as a user",
    responses={201: {"model": people.AccountAnswer}} | failures(400, 409, 422),
)
def register(body: people.RegistrationBody, door: TheWayIn) -> JSONResponse:
    """Needs an email that was verified with a one-time code in the last 30 minutes."""
    account = door.do(accounts.register, body.draft(), kind=AccountKind.BUYER)
    return ok(201, message=t(messages.REGISTERED), data=people.own(account))


@router.get(
    "",
    summary="Users a seller may write to",
    responses={200: {"model": people.ContactListOut}} | failures(401, 403, 422),
)
def list_users(door: TheDoor, asked: contacts.Asked) -> JSONResponse:
    """Newest first, without emails and phone numbers."""
    return contacts.answer(door, AccountKind.BUYER, asked)


@router.get(
    "/{user_id}", summary="Own profile", responses={200: {"model": people.AccountAnswer}} | failures(401, 403, 404, 422)
)
def get_user(user_id: str, door: TheDoor) -> JSONResponse:
    """A user's profile, for themselves and admins."""
    return ok(data=people.own(door.ask(accounts.get_profile, user_id, kind=AccountKind.BUYER)))


@router.put(
    "/{user_id}",
    summary="Change the profile",
    responses={200: {"model": people.AccountAnswer}} | failures(400, 401, 403, 404, 409, 422),
)
def update_user(user_id: str, body: people.ProfileBody, door: TheDoor) -> JSONResponse:
    """What is left out stays; a new email counts once `POST /api/auth/confirmEmail` got its code."""
    account = door.do(accounts.update_profile, user_id, body.draft(), kind=AccountKind.BUYER)
    return people.saved(account)
