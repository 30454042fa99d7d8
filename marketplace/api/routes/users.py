"""/api/user"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from marketplace.api import account_schemas, contacts
from marketplace.api.dependencies import ONCE, DispatcherDep, OptionalAuthDep
from marketplace.api.operations import Operation, callers
from marketplace.api.responses import ok, returns
from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind

router = APIRouter(prefix="/user", tags=["accounts"], route_class=Operation)


@router.post(
    "",
    status_code=201,
    summary="Register as a user",
    dependencies=ONCE,
    responses=returns(account_schemas.AccountChangedResponse, 400, 409, 422, status=201),
)
def register(body: account_schemas.RegistrationBody, dispatcher: OptionalAuthDep) -> JSONResponse:
    """Creates a user account. The email must be verified by a code within the last 30 minutes."""
    account = dispatcher.execute(accounts.register, body.draft(), kind=AccountKind.BUYER, proof=body.proof)
    return ok(201, message=t(messages.REGISTERED), data=account_schemas.AccountOut.dump(account))


@router.get("", summary="List users", responses=returns(account_schemas.ContactsResponse, 401, 403, 422))
def list_users(dispatcher: DispatcherDep, query: contacts.ContactQueryDep) -> JSONResponse:
    """Lists the users that a seller can write to, newest first, without emails and phone numbers."""
    return contacts.list_contacts(dispatcher, AccountKind.BUYER, query)


@router.get("/{user_id}", summary="Get a user", responses=returns(account_schemas.AccountResponse, 401, 403, 404, 422))
def get_user(user_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Returns a user's account to the user and admins."""
    return ok(
        data=account_schemas.AccountOut.dump(dispatcher.query(accounts.get_profile, user_id, kind=AccountKind.BUYER))
    )


@router.put(
    "/{user_id}",
    summary="Change a user's profile",
    responses=returns(account_schemas.AccountChangedResponse, 400, 401, 403, 404, 409, 422),
)
@callers(AccountKind.BUYER, AccountKind.ADMIN)
def update_user(user_id: str, body: account_schemas.ProfileBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Changes a profile. Fields that are left out keep their values. A new email must be confirmed with a code."""
    account = dispatcher.execute(accounts.update_profile, user_id, body.draft(), kind=AccountKind.BUYER)
    return account_schemas.profile_saved(account)
