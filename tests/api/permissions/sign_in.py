"""Codes, logins, sessions and the second factor. An expired token does not prevent a login."""

from pyotp.totp import TOTP

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.domain import accounts
from marketplace.models import Account, AccountKind
from tests import factories
from tests.api.permissions.row import OPEN, SIGNED_IN, Call, Row, call
from tests.api.permissions.world import World
from tests.domain.accounts.steps import NEW_PASSWORD, PASSWORD, code_for


def asking_to_register(_world: World) -> Call:
    return call(json={"email": "newcomer@example.org", "userType": "user"})


def proving(world: World) -> Call:
    email = world.registering_email(AccountKind.BUYER)
    return call(json={"email": email, "otp": code_for(world.db, email), "userType": "user"})


def asking_to_reset(world: World) -> Call:
    return call(json={"email": world.bystander.email, "userType": "seller"})


def resetting(world: World) -> Call:
    email = world.bystander.email
    accounts.request_reset_code(world.db, ANONYMOUS, email, kind=AccountKind.SELLER)
    world.db.commit()
    otp = code_for(world.db, email)
    return call(json={"email": email, "otp": otp, "userType": "seller", "newPassword": NEW_PASSWORD})


def _signing_in(account: Account) -> Call:
    return call(json={"email": account.email, "password": PASSWORD})


def as_user(world: World) -> Call:
    return _signing_in(world.quiet_user)


def as_seller(world: World) -> Call:
    return _signing_in(world.bystander)


def as_admin(world: World) -> Call:
    return _signing_in(world.another_admin)


def as_suspended(world: World) -> Call:
    world.suspend(world.bystander)
    return _signing_in(world.bystander)


def appealing(world: World) -> Call:
    world.suspend(world.bystander)
    credentials = {"email": world.bystander.email, "password": PASSWORD, "userType": "seller"}
    return call(json=credentials | {"text": "They are real."})


def changing_password(_world: World) -> Call:
    return call(json={"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD})


def confirming_email(world: World) -> Call:
    draft = accounts.ProfileDraft(email=f"moved-{world.me.id.lower()}@example.org", images=None)
    accounts.update_profile(world.db, factories.actor(world.me), world.me.id, draft)
    world.db.commit()
    return call(json={"otp": code_for(world.db, draft.email or "")})


def nothing(_world: World) -> Call:
    return call()


def switching(world: World) -> Call:
    make = {AccountKind.BUYER: factories.seller, AccountKind.SELLER: factories.buyer}.get(world.me.kind)
    if make is not None:
        make(world.db, email=world.me.email)
    return call(json={})


def own_session(world: World) -> Call:
    return call(session_id=world.session_of(world.me))


def session_of_user(world: World) -> Call:
    return call(session_id=world.session_of(world.user))


def enabling(_world: World) -> Call:
    return call(json={"password": PASSWORD})


def _first_code(world: World) -> str:
    setup = accounts.start_second_factor(world.db, factories.actor(world.me), PASSWORD)
    world.db.commit()
    return TOTP(setup.secret).at(clock.now())


def confirming_factor(world: World) -> Call:
    return call(json={"code": _first_code(world)})


def disabling(world: World) -> Call:
    (recovery, *_rest) = accounts.confirm_second_factor(world.db, factories.actor(world.me), _first_code(world))
    world.db.commit()
    return call(json={"password": PASSWORD, "code": recovery})


ROWS = (
    Row("POST /api/auth/sendOtpRegister", asking_to_register, OPEN, ended="ok"),
    Row("POST /api/auth/verifyOtpRegister", proving, OPEN, ended="ok"),
    Row("POST /api/auth/sendOtp", asking_to_reset, OPEN, ended="ok"),
    Row("POST /api/auth/resetPass", resetting, OPEN, ended="ok"),
    Row("POST /api/user/login", as_user, OPEN, ended="ok"),
    Row("POST /api/seller/login", as_seller, OPEN, ended="ok"),
    Row(
        "POST /api/seller/login",
        as_suspended,
        "403 403 403 403 403 403",
        "to a suspended account",
        ended="403",
        alone=True,
    ),
    # The password is the permission.
    Row("POST /api/account/appeal", appealing, OPEN, ended="ok"),
    Row("POST /api/admin/login", as_admin, OPEN, ended="ok"),
    Row("POST /api/auth/changePass", changing_password, SIGNED_IN),
    Row("POST /api/auth/confirmEmail", confirming_email, SIGNED_IN),
    Row("POST /api/auth/logout", nothing, SIGNED_IN),
    Row("POST /api/auth/switch", switching, "401 ok  ok  ok  ok  403", alone=True),
    Row("GET /api/auth/sessions", nothing, SIGNED_IN),
    Row("DELETE /api/auth/sessions", nothing, SIGNED_IN),
    Row("DELETE /api/auth/sessions/{session_id}", own_session, SIGNED_IN),
    Row("DELETE /api/auth/sessions/{session_id}", session_of_user, "401 ok  404 404 404 404", "of a user"),
    Row("POST /api/auth/secondFactor/enable", enabling, SIGNED_IN),
    Row("POST /api/auth/secondFactor/confirm", confirming_factor, SIGNED_IN),
    Row("POST /api/auth/secondFactor/disable", disabling, SIGNED_IN, alone=True),
)
