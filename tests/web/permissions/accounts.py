"""Rows for accounts: registration, login, own profile and sessions."""

from pyotp.totp import TOTP

from marketplace.core import clock, ids
from marketplace.core.actor import ANONYMOUS
from marketplace.domain import accounts, consents
from marketplace.integrations import web_push
from marketplace.models import AccountKind, ConsentPurpose, ConsentWay, NewsletterSubscriber
from marketplace.web import paths
from marketplace.web.auth.change_password import ChangePasswordState
from marketplace.web.auth.register_state import RegisterState
from marketplace.web.auth.reset_password import ResetPasswordState
from marketplace.web.auth.second_factor import SecondFactorState
from marketplace.web.auth.session_state import SessionState
from marketplace.web.auth.sessions import SessionsState
from marketplace.web.pages.profile.consents import ConsentsState
from marketplace.web.pages.profile.notifications import BrowserPushState
from marketplace.web.pages.profile.security import AccountDataState
from marketplace.web.pages.profile.state import ProfileState
from tests import factories, push_service
from tests.api.permissions.world import World
from tests.domain.accounts.steps import BUYER_FORM, NEW_PASSWORD, PASSWORD, code_for
from tests.web.permissions.row import MEMBERS, OPEN, SIGNED_IN, Row, Sent, sent

PUNE = {"latitude": 18.5204, "longitude": 73.8567}


def _new_email() -> str:
    return f"new-{ids.new_id().lower()}@example.org"


def looking(world: World) -> Sent:
    return sent(sees=f'"{world.me.username}"')


def asking_to_reset(world: World) -> Sent:
    account = World(world.db, "user").me
    return sent(form={"email": account.email})


def resetting(world: World) -> Sent:
    account = World(world.db, "user").me
    accounts.request_reset_code(world.db, ANONYMOUS, account.email, kind=AccountKind.BUYER)
    world.db.commit()
    # The tab requests a seller's code, so that it knows the email; the code in the buyer's mail is used.
    before = (
        (ResetPasswordState.choose_kind, {"kind": "seller"}),
        (ResetPasswordState.send_code, {"form": {"email": account.email}}),
        (ResetPasswordState.choose_kind, {"kind": "user"}),
    )
    form = {"otp": code_for(world.db, account.email), "new_password": NEW_PASSWORD, "confirm_password": NEW_PASSWORD}
    return sent(*before, form=form)


def asking_as_staff(world: World) -> Sent:
    return sent(form={"email": World(world.db, "moderator").me.email})


def resetting_as_staff(world: World) -> Sent:
    email = World(world.db, "moderator").me.email
    # As for `resetting`: the tab requests a buyer's code, which does not exist.
    accounts.request_reset_code(world.db, ANONYMOUS, email, kind=AccountKind.ADMIN)
    world.db.commit()
    form = {"otp": code_for(world.db, email), "new_password": NEW_PASSWORD, "confirm_password": NEW_PASSWORD}
    return sent((ResetPasswordState.send_code, {"form": {"email": email}}), form=form)


def asking_to_register(_world: World) -> Sent:
    return sent((RegisterState.set_email, {"email": _new_email()}))


def second_account(world: World) -> Sent:
    return sent(sees=world.me.email)


def registering(_world: World) -> Sent:
    """As far as a caller without the mail gets: a wrong code counts as an attempt."""
    email = _new_email()
    before = (RegisterState.set_email, {"email": email}), (RegisterState.send_code, {})
    form = BUYER_FORM | {"email": email, "username": ids.new_id().lower(), "otp": "000000"}
    return sent(*before, form=form)


def entering_code(_world: World) -> Sent:
    before = (RegisterState.set_email, {"email": _new_email()}), (RegisterState.send_code, {})
    return sent(*before, code="000000")


def locating(_world: World) -> Sent:
    return sent(**PUNE, sees="Maharashtra")


def profile(world: World) -> Sent:
    return sent(path=paths.USER_PROFILE, sees=world.me.email)


def saving_profile(_world: World) -> Sent:
    return sent(form={"place": ids.new_id()})


def confirming_email(world: World) -> Sent:
    draft = accounts.ProfileDraft(email=_new_email(), images=None)
    accounts.update_profile(world.db, factories.actor(world.me), world.me.id, draft)
    world.db.commit()
    return sent(form={"code": code_for(world.db, draft.email or "")})


def setting_photo(world: World) -> Sent:
    return sent(photos=[{"id": world.upload(world.me).id}])


def foreign_photo(world: World) -> Sent:
    return sent(photos=[{"id": world.upload(world.bystander).id}])


def removing_photo(world: World) -> Sent:
    draft = accounts.ProfileDraft(images=[world.upload(world.me).id])
    accounts.update_profile(world.db, factories.actor(world.me), world.me.id, draft)
    world.db.commit()
    return sent((ProfileState.open, {}))


def setting_preference(_world: World) -> Sent:
    return sent(name="wants_digest", value=False)


def agreed(world: World) -> Sent:
    consents.give(world.db, ConsentPurpose.REGISTRATION, ConsentWay.REGISTRATION, account_id=world.me.id)
    world.db.commit()
    return sent(sees="confirm that you are 18 or older")


def leaving_newsletter(world: World) -> Sent:
    factories.save(world.db, NewsletterSubscriber(email=world.me.email, token_hash=world.me.id))
    return sent()


def push_key(_world: World) -> Sent:
    return sent(sees=web_push.get_public_key())


def _subscription() -> dict[str, str]:
    made = push_service.browser()
    return {"endpoint": made.endpoint, **made.keys}


def subscribing(_world: World) -> Sent:
    return sent(**_subscription())


def unsubscribing(_world: World) -> Sent:
    own = _subscription()
    return sent((BrowserPushState.subscribe, own), endpoint=own["endpoint"])


def unsubscribing_another(world: World) -> Sent:
    return sent(endpoint=world.browser_of(world.bystander).endpoint)


def changing_password(_world: World) -> Sent:
    form = {"current_password": PASSWORD, "new_password": NEW_PASSWORD, "confirm_password": NEW_PASSWORD}
    return sent(form=form)


def sessions(world: World) -> Sent:
    return sent(sees=world.session_of(world.me))


def own_session(world: World) -> Sent:
    return sent(session_id=world.session_of(world.me))


def session_of_user(world: World) -> Sent:
    return sent(session_id=world.session_of(world.user))


def other_sessions(world: World) -> Sent:
    assert world.session_of(world.me)
    return sent()


def exporting(_world: World) -> Sent:
    return sent(
        (AccountDataState.open_dialog, {"dialog": "export"}), form={"password": PASSWORD}, sees="my-account.json"
    )


def deleting(_world: World) -> Sent:
    return sent((AccountDataState.open_dialog, {"dialog": "delete"}), form={"password": PASSWORD})


def factor(world: World) -> Sent:
    _enable_factor(world)
    return sent(sees='"recovery_codes":10')


def starting_factor(_world: World) -> Sent:
    return sent(form={"password": PASSWORD})


def _first_code(world: World) -> str:
    setup = accounts.start_second_factor(world.db, factories.actor(world.me), PASSWORD)
    world.db.commit()
    return TOTP(setup.secret).at(clock.now())


def confirming_factor(world: World) -> Sent:
    return sent(form={"code": _first_code(world)})


def _enable_factor(world: World) -> list[str]:
    codes = accounts.confirm_second_factor(world.db, factories.actor(world.me), _first_code(world))
    world.db.commit()
    return codes


def disabling_factor(world: World) -> Sent:
    return sent(form={"password": PASSWORD, "code": _enable_factor(world)[0]})


ROWS = (
    Row(SessionState.load, looking, SIGNED_IN),
    Row(SessionState.refresh, looking, SIGNED_IN),
    Row(ResetPasswordState.send_code, asking_to_reset, OPEN, ended="ok"),
    Row(ResetPasswordState.send_code_in_modal, asking_to_reset, OPEN, ended="ok"),
    Row(ResetPasswordState.send_code_to_staff, asking_as_staff, OPEN, ended="ok"),
    Row(ResetPasswordState.reset_staff_password, resetting_as_staff, OPEN, ended="ok"),
    Row(ResetPasswordState.reset_password, resetting, OPEN, ended="ok"),
    Row(ResetPasswordState.reset_in_modal, resetting, OPEN, ended="ok"),
    Row(RegisterState.send_code, asking_to_register, OPEN, ended="ok"),
    Row(RegisterState.prefill, second_account, MEMBERS),
    Row(RegisterState.submit, registering, OPEN, ended="ok"),
    Row(RegisterState.enter_code, entering_code, OPEN, ended="ok"),
    Row(RegisterState.locate, locating, OPEN, ended="ok", late=True),
    Row(ProfileState.open, profile, MEMBERS),
    Row(ProfileState.save, saving_profile, MEMBERS),
    Row(ProfileState.confirm_email, confirming_email, SIGNED_IN, alone=True),
    Row(ProfileState.set_photos, setting_photo, MEMBERS, alone=True),
    Row(ProfileState.set_photos, foreign_photo, "no no no no no no", "of somebody else"),
    Row(ProfileState.remove_photo, removing_photo, MEMBERS, alone=True),
    Row(ProfileState.set_preference, setting_preference, MEMBERS, alone=True),
    Row(ConsentsState.open, agreed, SIGNED_IN),
    Row(ConsentsState.leave_newsletter, leaving_newsletter, SIGNED_IN, alone=True),
    Row(BrowserPushState.open, push_key, SIGNED_IN),
    Row(BrowserPushState.subscribe, subscribing, SIGNED_IN),
    Row(BrowserPushState.unsubscribe, unsubscribing, SIGNED_IN),
    Row(BrowserPushState.unsubscribe, unsubscribing_another, "no no no no no no", "of somebody else"),
    Row(ChangePasswordState.change, changing_password, SIGNED_IN, alone=True),
    Row(SessionsState.open, sessions, SIGNED_IN, alone=True),
    Row(SessionsState.end, own_session, SIGNED_IN, alone=True),
    Row(SessionsState.end, session_of_user, "no ok no no no no", "of a user", alone=True),
    Row(SessionsState.end_others, other_sessions, SIGNED_IN, alone=True),
    Row(AccountDataState.confirm, exporting, SIGNED_IN, "export"),
    Row(AccountDataState.confirm, deleting, SIGNED_IN, "delete", alone=True),
    Row(SecondFactorState.open, factor, SIGNED_IN, alone=True),
    Row(SecondFactorState.start, starting_factor, SIGNED_IN, alone=True),
    Row(SecondFactorState.confirm, confirming_factor, SIGNED_IN, alone=True),
    Row(SecondFactorState.disable, disabling_factor, SIGNED_IN, alone=True),
)
