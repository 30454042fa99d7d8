"""The registration modal."""

import reflex as rx

from marketplace.domain.consents import messages
from marketplace.i18n.texts import t
from marketplace.models import ConsentPurpose
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.auth.auth_state import AuthState
from marketplace.web.auth.login_modal import kind_toggle, text_button
from marketplace.web.auth.register_state import ADDRESS, EMAIL, PERSON, TITLES, RegisterState
from marketplace.web.auth.session_forms import sign_in_when_done
from marketplace.web.components.button import button
from marketplace.web.components.dialog import autofocus, dialog
from marketplace.web.components.fields import form_error, option, password_field, select_field, text_field
from marketplace.web.components.geolocation_button import geolocation_button
from marketplace.web.components.icon import icon
from marketplace.web.components.keyboard import focus_on
from marketplace.web.components.link import link
from marketplace.web.components.steps import step, step_list
from marketplace.web.components.town_box import town_field

_PREFIX = "register-step"
_CODE_DIGITS = 6
_ROW = "grid gap-4 sm:grid-cols-2"


def _text(label: str, field: str, *, required: bool = True, **props) -> rx.Component:
    error = RegisterState.errors.get(field, "")
    return text_field(label, f"register-{field}", field_name=field, error=error, required=required, **props)


def _prefilled(
    label: str, field: str, value: rx.Var[str], times=RegisterState.location_version, **props
) -> rx.Component:
    """Field whose value the server may set. The browser creates it again with the new value when `times` changes."""
    return rx.fragment(_text(label, field, default_value=value, **props), key=f"{field}-{times}")


def _known(label: str, field: str, **props) -> rx.Component:
    """Field that begins with what is known of a signed-in person."""
    return _prefilled(label, field, RegisterState.known.get(field, ""), RegisterState.prefilled, **props)


def _email() -> rx.Component:
    return rx.el.div(
        rx.el.div(
            _prefilled(
                t("Email"),
                "email",
                AuthState.email,
                RegisterState.prefilled,
                type="email",
                auto_complete="email",
                on_blur=[RegisterState.set_email, AuthState.keep_email],
                custom_attrs=autofocus(),
            ),
            class_name="min-w-0 flex-1",
        ),
        rx.el.div(
            # Without the code, it is the next thing to do.
            rx.cond(RegisterState.code_sent, _send_button("secondary"), _send_button("primary")),
            class_name="pt-[1.6875rem]",
        ),
        class_name="flex items-start gap-2",
    )


def _send_button(variant: str) -> rx.Component:
    return button(t("Send OTP"), variant=variant, on_click=RegisterState.send_code, busy=RegisterState.sending)


def _code() -> rx.Component:
    verified = rx.el.p(
        icon("circle-check", size=18),
        t("Your email is verified."),
        role="status",
        class_name="flex items-center gap-2 text-sm font-medium text-success",
    )
    return rx.cond(RegisterState.verified, verified, _code_field())


def _code_field() -> rx.Component:
    return rx.cond(
        RegisterState.code_sent,
        rx.fragment(
            _text(
                t("OTP"),
                "otp",
                input_mode="numeric",
                auto_complete="one-time-code",
                max_length=_CODE_DIGITS,
                # The last digit is enough to go on.
                on_change=lambda code: rx.cond(
                    code.length() == _CODE_DIGITS, RegisterState.enter_code(code), rx.noop()
                ),
                hint=t(
                    "The six digits we emailed you. No email after a minute? Check your spam folder, or send it again."
                ),
            ),
            focus_on("register-otp"),
        ),
    )


def _passwords() -> rx.Component:
    least = get_settings().password_min_length
    shared = {"shown": AuthState.password_shown, "on_show": AuthState.toggle_password, "auto_complete": "new-password"}
    return rx.el.div(
        password_field(
            t("Password"),
            "register-password",
            field_name="password",
            min_length=least,
            error=RegisterState.errors.get("password", ""),
            hint=t("At least {least} characters.", least=least),
            **shared,
        ),
        password_field(
            t("Confirm Password"),
            "register-confirm",
            field_name="confirm_password",
            error=RegisterState.errors.get("confirm_password", ""),
            **shared,
        ),
        class_name=_ROW,
    )


def _town_fields() -> rx.Component:
    version = RegisterState.location_version
    town = town_field(
        "register-city",
        state="register-state",
        place="register-place",
        field_name="city",
        default_value=RegisterState.city,
        error=RegisterState.errors.get("city", ""),
    )
    return rx.el.div(
        rx.fragment(town, key=f"city-{version}"),
        _prefilled(t("State"), "state", RegisterState.state_name, required=False, auto_complete="address-level1"),
        class_name=_ROW,
    )


def _seller_fields() -> rx.Component:
    return rx.fragment(
        rx.el.div(
            _known(t("WhatsApp Number"), "whatsapp", type="tel"),
            select_field(
                t("Seller type"),
                "register-seller-type",
                option(t("Person"), "person"),
                option(t("Business"), "business"),
                field_name="seller_type",
                value=RegisterState.seller_type,
                on_change=RegisterState.choose_seller_type,
            ),
            class_name=_ROW,
        ),
        rx.cond(
            RegisterState.seller_type == "business",
            rx.el.div(
                _text(t("Shop Name"), "shop_name", required=False, hint=t("Buyers see it in place of your own name.")),
                _text(t("Business ID"), "business_id"),
                class_name=_ROW,
            ),
        ),
    )


def _step(number: int, *children: rx.Component) -> rx.Component:
    return step(number, TITLES, *children, current=RegisterState.step, name=_PREFIX)


def _form() -> rx.Component:
    return rx.el.form(
        step_list(TITLES, RegisterState.step, RegisterState.go_to, label=t("Steps")),
        _step(EMAIL, rx.cond(~RegisterState.reason, kind_toggle("register-kind")), _email(), _code()),
        _step(
            PERSON,
            rx.el.div(
                _known(t("Full Name"), "name", auto_complete="name"),
                _known(t("Username"), "username", auto_complete="username"),
                class_name=_ROW,
            ),
            _known(t("Phone Number"), "phone", type="tel", auto_complete="tel"),
            _passwords(),
        ),
        _step(
            ADDRESS,
            # Above the fields that it fills.
            rx.cond(
                AuthState.kind != "seller",
                geolocation_button(on_found=RegisterState.locate, on_problem=RegisterState.location_failed),
            ),
            rx.cond(AuthState.kind != "seller", _town_fields()),
            _prefilled(t("Place"), "place", RegisterState.place, RegisterState.placed),
            _known(t("Address"), "address", auto_complete="street-address"),
            rx.cond(AuthState.kind == "seller", _seller_fields()),
        ),
        rx.cond(RegisterState.step == ADDRESS, _agreement()),
        rx.cond(RegisterState.moved, focus_on(f"{_PREFIX}-{RegisterState.step}")),
        # Errors of fields are shown there.
        form_error(rx.cond(RegisterState.errors.length() > 0, "", RegisterState.error)),
        rx.el.input(type="hidden", name="step", value=RegisterState.step.to_string(), read_only=True),
        rx.el.div(
            rx.cond(
                RegisterState.step > 1,
                button(t("Back"), variant="secondary", size="lg", on_click=RegisterState.go_to(RegisterState.step - 1)),
            ),
            rx.cond(RegisterState.code_sent, _next_button("primary"), _next_button("secondary")),
            class_name="sticky bottom-0 flex gap-3 bg-raised py-3",
        ),
        on_submit=RegisterState.submit,
        method="post",
        no_validate=True,
        class_name="flex flex-col gap-4",
    )


def _agreement() -> rx.Component:
    return rx.el.p(
        t(messages.NOTICES[ConsentPurpose.REGISTRATION]),
        " ",
        link(t("Terms"), href=paths.TERMS, target="_blank", look="accent"),
        " · ",
        link(t("Privacy"), href=paths.PRIVACY, target="_blank", look="accent"),
        class_name="text-sm text-muted",
    )


def _next_button(variant: str) -> rx.Component:
    return button(
        rx.cond(RegisterState.step == ADDRESS, t("Create account"), t("Next")),
        variant=variant,
        type="submit",
        size="lg",
        class_name="flex-1",
    )


def _done() -> rx.Component:
    return rx.el.div(
        icon("circle-check", size=44, class_name="text-success"),
        rx.el.p(RegisterState.done, role="status", class_name="text-lg font-semibold"),
        rx.el.p(t("Signing you in…"), class_name="text-muted"),
        button(t("Sign In"), variant="secondary", on_click=RegisterState.finish, size="lg", full=True),
        class_name="flex flex-col items-center gap-4 py-4 text-center",
    )


def register_modal() -> rx.Component:
    """Registration in three steps for the chosen account kind; a code verifies the email first."""
    content = rx.cond(
        RegisterState.done,
        _done(),
        rx.fragment(
            rx.cond(RegisterState.reason, rx.el.p(RegisterState.reason, class_name="text-muted")),
            _form(),
            rx.cond(
                ~RegisterState.reason,
                rx.el.p(
                    t("Already registered?"),
                    " ",
                    text_button(t("Sign in"), AuthState.back_to_login),
                    class_name="text-center text-muted",
                ),
            ),
        ),
    )
    return dialog(
        sign_in_when_done(content, done=RegisterState.done, kind=AuthState.kind, next=AuthState.next),
        open=AuthState.mode == "register",
        on_close=AuthState.close,
        title=t("Create an account"),
        name="register",
        class_name="sm:max-w-xl",
    )
