"""Parts of an administrator's safety page."""

import reflex as rx

from marketplace.settings import get_settings
from marketplace.texts import t
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button
from marketplace.web.components.fields import form_error, text_field
from marketplace.web.pages.admin_security.state import SecurityState
from marketplace.web.pages.admin_security.views import SessionLine

_BOX = "flex flex-col gap-4 rounded-box border border-line bg-raised p-4 sm:p-5"
_FORM = "flex max-w-sm flex-col gap-4"


def _heading(words: str, *extra: rx.Component) -> rx.Component:
    return rx.el.div(
        rx.el.h2(words, class_name="text-lg font-semibold"), *extra, class_name="flex flex-wrap items-center gap-2"
    )


def _password(label: str, name: str, *, new: bool = False, **props) -> rx.Component:
    least = {"min_length": get_settings().password_min_length} if new else {}
    complete = "new-password" if new else "current-password"
    return text_field(label, name, type="password", auto_complete=complete, required=True, **least, **props)


def _code(name: str, label: str, **props) -> rx.Component:
    return text_field(label, name, field_name="code", auto_complete="one-time-code", required=True, **props)


def _start() -> rx.Component:
    return rx.el.form(
        rx.el.p(
            t("An app on your phone shows a code that is asked for besides the password."), class_name="text-muted"
        ),
        _password(t("Your password"), "factor-password", field_name="password"),
        form_error(SecurityState.factor_error),
        button(t("Set up second factor"), type="submit", class_name="self-start"),
        on_submit=SecurityState.start_factor,
        no_validate=True,
        class_name=_FORM,
    )


def _confirm() -> rx.Component:
    return rx.el.form(
        rx.el.p(t("Scan this with your authenticator app, then enter the code it shows.")),
        rx.el.div(
            rx.html(SecurityState.picture),
            role="img",
            aria_label=t("QR code for the authenticator app"),
            class_name="self-start overflow-hidden rounded-box bg-white [&_svg]:h-auto [&_svg]:max-w-full",
        ),
        rx.el.p(
            t("Or type this secret into it:"),
            " ",
            rx.el.code(SecurityState.secret, class_name="select-all font-semibold [overflow-wrap:anywhere]"),
            class_name="text-sm text-muted",
        ),
        _code("factor-code", t("Code"), input_mode="numeric", max_length=6),
        form_error(SecurityState.factor_error),
        rx.el.div(
            button(t("Turn on"), type="submit"),
            button(t("Cancel"), variant="secondary", on_click=SecurityState.open),
            class_name="flex gap-3",
        ),
        on_submit=SecurityState.confirm_factor,
        no_validate=True,
        class_name=_FORM,
    )


def _recovery() -> rx.Component:
    return rx.cond(
        SecurityState.codes.length() > 0,
        rx.el.div(
            rx.el.p(t("Recovery codes, each good once where the app is lost. They are not shown again:")),
            rx.el.ul(
                rx.foreach(SecurityState.codes, lambda code: rx.el.li(rx.el.code(code, class_name="select-all"))),
                class_name="grid gap-x-8 gap-y-1 sm:grid-cols-2",
            ),
            role="status",
            class_name="flex flex-col gap-3 rounded-control bg-warning-soft p-4 text-warning",
        ),
    )


def _on() -> rx.Component:
    return rx.el.div(
        _recovery(),
        rx.el.p(t("Recovery codes left:"), " ", rx.el.b(SecurityState.safety.recovery_codes), class_name="text-muted"),
        rx.el.details(
            rx.el.summary(t("Turn it off"), class_name="w-fit cursor-pointer py-2 font-medium text-accent"),
            rx.el.form(
                _password(t("Your password"), "factor-off-password", field_name="password"),
                _code("factor-off-code", t("Code of the app, or a recovery code")),
                form_error(SecurityState.factor_error),
                button(t("Turn off"), type="submit", variant="danger", class_name="self-start"),
                on_submit=SecurityState.disable_factor,
                no_validate=True,
                class_name=f"{_FORM} pt-3",
            ),
        ),
        class_name="flex flex-col gap-4",
    )


def second_factor() -> rx.Component:
    """Setting it up, or turning it off."""
    on = SecurityState.safety.second_factor
    return rx.el.section(
        _heading(t("Second factor"), rx.cond(on, badge(t("On"), look="success"), badge(t("Off"), look="warning"))),
        rx.cond(
            SecurityState.loading,
            rx.el.div(class_name="skeleton h-24"),
            rx.cond(on, _on(), rx.cond(SecurityState.picture, _confirm(), _start())),
        ),
        class_name=_BOX,
    )


def password() -> rx.Component:
    """Another password."""
    return rx.el.section(
        _heading(t("Change Password")),
        rx.el.form(
            _password(t("Current Password"), "current_password"),
            _password(t("New Password"), "new_password", new=True),
            _password(t("Confirm Password"), "confirm_password", new=True),
            form_error(SecurityState.password_error),
            button(t("Change Password"), type="submit", class_name="self-start"),
            key=SecurityState.version,
            on_submit=SecurityState.change_password,
            no_validate=True,
            class_name=_FORM,
        ),
        class_name=_BOX,
    )


def _session(line: rx.Var[SessionLine]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.p(line.device, class_name="font-medium"),
            rx.el.p(line.address, " · ", line.last_seen, class_name="text-sm text-muted"),
            class_name="min-w-0 flex-1",
        ),
        rx.cond(
            line.current,
            badge(t("This one"), look="accent"),
            button(t("Sign out"), size="sm", variant="secondary", on_click=SecurityState.end_session(line.id)),
        ),
        class_name="flex items-center gap-3 py-2.5",
    )


def sessions() -> rx.Component:
    """Where the account is signed in."""
    return rx.el.section(
        _heading(t("Where you are signed in")),
        rx.el.ul(rx.foreach(SecurityState.safety.sessions, _session), class_name="divide-y divide-line"),
        rx.cond(
            SecurityState.safety.sessions.length() > 1,
            button(
                t("Sign out everywhere else"),
                variant="secondary",
                class_name="self-start",
                on_click=SecurityState.end_others,
            ),
        ),
        class_name=_BOX,
    )
