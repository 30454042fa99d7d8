"""/api/seller"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from marketplace.api import contacts, people
from marketplace.api.answers import failures, ok
from marketplace.api.deps import TheDoor, TheWayIn
from marketplace.domain import accounts
from marketplace.domain.accounts import messages
from marketplace.models import AccountKind
from marketplace.texts import t

router = APIRouter(prefix="/seller", tags=["accounts"])


@router.post(
    "",
    status_code=201,
    summary="Register as a seller",
    responses={201: {"model": people.AccountAnswer}} | failures(400, 409, 422),
)
def register(body: people.RegistrationBody, door: TheWayIn) -> JSONResponse:
    """Needs an email that was verified with a one-time code in the last 30 minutes, or a signed-in user's own."""
    account = door.do(accounts.register, body.draft(), kind=AccountKind.SELLER)
    return ok(201, message=t(messages.REGISTERED), data=people.own(account))


@router.get(
    "",
    summary="Sellers a user may write to",
    responses={200: {"model": people.ContactListOut}} | failures(401, 403, 422),
)
def list_sellers(door: TheDoor, asked: contacts.Asked) -> JSONResponse:
    """Newest first, without emails and phone numbers."""
    return contacts.answer(door, AccountKind.SELLER, asked)


@router.get(
    "/{seller_id}", summary="A seller", responses={200: {"model": people.PublicSellerAnswer}} | failures(404, 422)
)
def get_seller(seller_id: str, door: TheDoor) -> JSONResponse:
    """Public fields for everyone; for the seller and admins also email, phone, whatsapp and address."""
    actor = door.who()
    if actor.is_admin or actor.owns(seller_id):
        return ok(data=people.own(door.ask(accounts.get_profile, seller_id, kind=AccountKind.SELLER)))
    door.keep_ready()
    return ok(data=people.public_seller(door.ask(accounts.get_public_seller, seller_id)))


@router.put(
    "/{seller_id}",
    summary="Change the profile",
    responses={200: {"model": people.AccountAnswer}} | failures(400, 401, 403, 404, 409, 422),
)
def update_seller(seller_id: str, body: people.ProfileBody, door: TheDoor) -> JSONResponse:
    """What is left out stays; a new email counts once `POST /api/auth/confirmEmail` got its code."""
    account = door.do(accounts.update_profile, seller_id, body.draft(), kind=AccountKind.SELLER)
    return people.saved(account)
