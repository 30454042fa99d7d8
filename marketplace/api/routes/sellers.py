"""/api/seller"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from marketplace.api import account_schemas, contacts
from marketplace.api.dependencies import ONCE, DispatcherDep, OptionalAuthDep
from marketplace.api.operations import Operation, callers
from marketplace.api.responses import ok, returns
from marketplace.domain import accounts, seller_profiles
from marketplace.domain.accounts import messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind

router = APIRouter(prefix="/seller", tags=["accounts"], route_class=Operation)


@router.post(
    "",
    status_code=201,
    summary="Register as a seller",
    dependencies=ONCE,
    responses=returns(account_schemas.AccountChangedResponse, 400, 409, 422, status=201),
)
def register(body: account_schemas.RegistrationBody, dispatcher: OptionalAuthDep) -> JSONResponse:
    """Creates a seller account. The email must be verified by a code within 30 minutes, or be a signed-in user's own."""
    account = dispatcher.execute(accounts.register, body.draft(), kind=AccountKind.SELLER, proof=body.proof)
    return ok(201, message=t(messages.REGISTERED), data=account_schemas.AccountOut.dump(account))


@router.get("", summary="List sellers", responses=returns(account_schemas.ContactsResponse, 401, 403, 422))
def list_sellers(dispatcher: DispatcherDep, query: contacts.ContactQueryDep) -> JSONResponse:
    """Lists the sellers that a user can write to, newest first, without emails and phone numbers."""
    return contacts.list_contacts(dispatcher, AccountKind.SELLER, query)


@router.get("/{seller_id}", summary="Get a seller", responses=returns(account_schemas.SellerResponse, 404, 422))
def get_seller(seller_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Returns the public fields of a seller; to the seller and admins, the whole account."""
    actor = dispatcher.get_actor()
    if actor.is_staff or actor.owns(seller_id):
        return ok(
            data=account_schemas.AccountOut.dump(
                dispatcher.query(accounts.get_profile, seller_id, kind=AccountKind.SELLER)
            )
        )
    dispatcher.allow_caching()
    return ok(
        data=account_schemas.PublicSellerOut.dump(dispatcher.query(seller_profiles.get_seller_profile, seller_id))
    )


@router.put(
    "/{seller_id}",
    summary="Change a seller's profile",
    responses=returns(account_schemas.AccountChangedResponse, 400, 401, 403, 404, 409, 422),
)
@callers(AccountKind.SELLER, AccountKind.ADMIN)
def update_seller(seller_id: str, body: account_schemas.ProfileBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Changes a profile. Fields that are left out keep their values. A new email must be confirmed with a code."""
    account = dispatcher.execute(accounts.update_profile, seller_id, body.draft(), kind=AccountKind.SELLER)
    return account_schemas.profile_saved(account)
