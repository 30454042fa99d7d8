"""The profile pages of sellers and buyers."""

import reflex as rx

from marketplace.domain import consents
from marketplace.domain.consents import messages
from marketplace.i18n.texts import t
from marketplace.models import AccountKind
from marketplace.web import paths
from marketplace.web.auth.change_password import ChangePasswordState, password_form
from marketplace.web.auth.second_factor import SecondFactorState, second_factor_badge, second_factor_forms
from marketplace.web.auth.session_state import SessionState
from marketplace.web.auth.sessions import SessionsState, session_list
from marketplace.web.base.page_state import content_or_error
from marketplace.web.components.avatar import avatar
from marketplace.web.components.button import button
from marketplace.web.components.fields import checkbox, form_error, text_field
from marketplace.web.components.link import link
from marketplace.web.components.phone_choice import phone_choice
from marketplace.web.components.push_switch import push_switch
from marketplace.web.components.section import SITE_WIDTH, page_title, panel
from marketplace.web.components.town_box import town_field
from marketplace.web.components.uploads import photo_picker
from marketplace.web.layouts.sidebar import prompt_for, seller_page
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import private_page
from marketplace.web.pages.profile import security
from marketplace.web.pages.profile.consents import ConsentsState, consents_panel
from marketplace.web.pages.profile.notifications import BrowserPushState
from marketplace.web.pages.profile.state import ProfileState

_PAIR = "grid gap-4 sm:grid-cols-2"


def _photo() -> rx.Component:
    account = ProfileState.account
    return panel(
        t("Profile photo"),
        rx.el.div(
            avatar(account.name, account.images[0], px=100),
            rx.el.div(
                photo_picker(
                    [],
                    on_change=ProfileState.set_photos,
                    on_busy=rx.noop(),
                    most=1,
                    add_words=t("Choose Photo"),
                    hint=t("JPEG/PNG, max 5MB"),
                    key="photo-" + ProfileState.photo_version.to_string(),
                ),
                class_name="w-36",
            ),
            rx.cond(
                account.images.length() > 0,
                button(t("Remove"), variant="secondary", size="sm", icon="trash-2", on_click=ProfileState.remove_photo),
            ),
            class_name="flex flex-wrap items-center gap-5",
        ),
    )


def _text(label: str, name: str, value, **props) -> rx.Component:
    return text_field(
        label,
        name,
        default_value=value,
        key=f"{name}-" + ProfileState.version.to_string(),
        error=ProfileState.errors[name],
        **props,
    )


def _details(*, seller: bool) -> rx.Component:
    account = ProfileState.account
    shop, upi = [], []
    if seller:
        shop = [
            _text(t("WhatsApp Number"), "whatsapp", account.whatsapp, type="tel"),
            _text(t("Shop Name"), "shop_name", account.shop_name),
        ]
        hint = t("Like name@bank. Only the buyer of an accepted offer sees it, to pay you when you meet.")
        upi = [_text(t("UPI address"), "upi", account.upi, auto_complete="off", hint=hint)]
    return panel(
        t("Details"),
        rx.el.form(
            form_error(ProfileState.error),
            rx.el.div(
                _text(t("Username"), "username", account.username, required=True, auto_complete="username"),
                _text(t("Email"), "email", account.email, required=True, type="email", auto_complete="email"),
                _text(t("Full Name"), "name", account.name, required=True, auto_complete="name"),
                _text(t("Phone Number"), "phone", account.phone, required=True, type="tel", auto_complete="tel"),
                *shop,
                class_name=_PAIR,
            ),
            *upi,
            rx.el.div(
                town_field(
                    "city",
                    state="state",
                    place="place",
                    default_value=account.city,
                    key="city-" + ProfileState.version.to_string(),
                    error=ProfileState.errors["city"],
                ),
                _text(t("State"), "state", account.state, auto_complete="address-level1"),
                class_name=_PAIR,
            ),
            _text(t("Place"), "place", account.place, required=True),
            _text(t("Address"), "address", account.address, required=True, auto_complete="street-address"),
            button(t("Save"), type="submit", class_name="self-end"),
            on_submit=ProfileState.save,
            no_validate=True,
            class_name="flex flex-col gap-4",
        ),
        rx.cond(
            account.pending_email,
            rx.el.form(
                text_field(
                    t("Code sent to") + " " + account.pending_email,
                    "code",
                    input_mode="numeric",
                    auto_complete="one-time-code",
                    max_length=6,
                    required=True,
                    error=ProfileState.code_error,
                ),
                button(t("Confirm new email"), type="submit", class_name="self-end"),
                on_submit=ProfileState.confirm_email,
                no_validate=True,
                class_name="flex flex-col gap-3 rounded-box bg-accent-soft p-4",
            ),
        ),
    )


def _preference(name: str) -> rx.Component:
    return checkbox(
        t(messages.NOTICES[consents.PREFERENCES[name]]),
        name,
        checked=getattr(ProfileState.account, name),
        on_change=lambda value: ProfileState.set_preference(name, value),
    )


def _preferences(*, seller: bool) -> rx.Component:
    if seller:
        first = [
            phone_choice(
                ProfileState.account.takes_calls,
                on_change=lambda value: ProfileState.set_preference("takes_calls", value),
            )
        ]
        last = _preference("wants_wanted_mail")
    else:
        first = []
        last = _preference("wants_wishlist_mail")
    return panel(
        t("Contact"),
        *first,
        push_switch(
            BrowserPushState.subscribed,
            BrowserPushState.public_key,
            on_subscribe=BrowserPushState.subscribe,
            on_unsubscribe=BrowserPushState.unsubscribe,
        ),
        _preference("wants_digest"),
        last,
        link(
            t("Emails about saved searches"),
            href=paths.SAVED_SEARCHES,
            look="accent",
            class_name="tall-tap self-start text-sm",
        ),
    )


def _profile(*, seller: bool) -> rx.Component:
    return rx.cond(
        ProfileState.account,
        rx.el.div(
            _photo(),
            _details(seller=seller),
            _preferences(seller=seller),
            consents_panel(),
            panel(t("Change Password"), password_form(AccountKind.BUYER)),
            panel(t("Two-step sign-in"), second_factor_forms(), beside=second_factor_badge()),
            panel(t("Where you are signed in"), session_list()),
            panel(
                t("Your data"),
                security.own_data_panel(),
                text=t("Download everything we store about you, or delete your account."),
            ),
            class_name="flex max-w-3xl flex-col gap-5",
        ),
        # The error replaces the form only if no account is loaded, to keep what is being typed after a failed reload.
        content_or_error(ProfileState, rx.el.div(class_name="skeleton h-96 max-w-3xl")),
    )


def seller_profile() -> rx.Component:
    """Profile of a seller."""
    return seller_page(
        page_title(t("Profile Settings")),
        _profile(seller=True),
        here=paths.SELLER_PROFILE,
        prompt=t("Seller not logged in"),
    )


def user_profile() -> rx.Component:
    """Profile of a buyer."""
    return site_layout(
        rx.el.div(
            page_title(t("Profile Settings")),
            rx.cond(
                SessionState.ready & (SessionState.kind != "user"),
                prompt_for("user", t("Please sign in to see your account.")),
                _profile(seller=False),
            ),
            class_name=f"flex flex-col gap-5 py-6 sm:py-8 {SITE_WIDTH}",
        )
    )


_STATES = (ProfileState, SecondFactorState, ChangePasswordState, SessionsState, BrowserPushState, ConsentsState)
PAGES = [
    private_page(
        paths.SELLER_PROFILE,
        seller_profile,
        t("Profile Settings"),
        t("Your shop's photo, details and password."),
        *_STATES,
    ),
    private_page(
        paths.USER_PROFILE,
        user_profile,
        t("My profile"),
        t("Your photo, details and password."),
        *_STATES,
    ),
]
