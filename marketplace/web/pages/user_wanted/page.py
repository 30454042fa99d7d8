"""The page with what a buyer looks for."""

import reflex as rx

from marketplace.domain.wanted import WantedView, messages
from marketplace.domain.wanted.rules import DETAILS_LENGTH, TITLE_LENGTH
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.page_state import list_or_placeholder
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button, row_button
from marketplace.web.components.dialog import autofocus, form_dialog
from marketplace.web.components.fields import (
    form_error,
    option,
    options_of,
    radio_group,
    select_field,
    text_area,
    text_field,
)
from marketplace.web.components.placeholders import empty_state, loading_text
from marketplace.web.components.section import SITE_WIDTH, page_title
from marketplace.web.components.town_box import town_field
from marketplace.web.components.wanted import wanted_facts
from marketplace.web.layouts.sidebar import prompt_for
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import private_page
from marketplace.web.pages.user_wanted.renewal import WantedRenewalState
from marketplace.web.pages.user_wanted.state import UserWantedState
from marketplace.web.widgets.delete_dialog import delete_dialog
from marketplace.web.widgets.renewal_dialog import renewal_dialog

_PAIR = "grid gap-4 sm:grid-cols-2"


def _item(item: rx.Var[WantedView]) -> rx.Component:
    state = UserWantedState
    is_open = item.status != "ended"
    return rx.el.li(
        rx.el.div(
            rx.el.h2(item.title, class_name="min-w-0 flex-1 break-words font-semibold text-ink"),
            rx.cond(
                item.status == "live",
                badge(item.until_text, look="success", icon="clock"),
                badge(item.until_text, icon="history"),
            ),
            class_name="flex flex-wrap items-start gap-x-3 gap-y-1",
        ),
        wanted_facts(item),
        rx.cond(
            item.ended_reason,
            rx.el.p(
                rx.el.b(t("Ended by our team:")),
                " ",
                item.ended_reason,
                class_name="rounded-control bg-warning-soft px-3.5 py-2.5 text-sm text-warning",
            ),
        ),
        rx.cond(
            is_open,
            rx.el.div(
                row_button(t("Renew"), item.title, icon="rotate-cw", on_click=state.renew(item.id)),
                row_button(t("Edit"), item.title, icon="pencil", on_click=state.edit(item.id)),
                row_button(
                    t("Found it"),
                    item.title,
                    icon="check",
                    on_click=state.open_delete_dialog(item.id, item.title),
                ),
                class_name="flex flex-wrap gap-2",
            ),
        ),
        class_name="flex flex-col gap-3 rounded-box border border-line bg-raised p-4 sm:p-5",
    )


def _add_button() -> rx.Component:
    return button(t("Say what you are looking for"), icon="plus", on_click=UserWantedState.add)


def _list() -> rx.Component:
    return list_or_placeholder(
        UserWantedState,
        UserWantedState.items,
        rx.el.ul(rx.foreach(UserWantedState.items, _item), class_name="flex flex-col gap-3"),
        empty_state(
            t("You are not looking for anything yet."),
            t("Describe it, and we tell sellers near you who have it."),
            _add_button(),
            icon="search",
        ),
        rx.fragment(loading_text(t("Loading…")), rx.el.div(class_name="skeleton h-48")),
    )


def _what() -> rx.Component:
    """What is looked for: words, type and category."""
    state = UserWantedState
    values, errors = state.values, state.errors
    return rx.fragment(
        text_field(
            t("I am looking for"),
            "title",
            default_value=values.get("title", ""),
            max_length=TITLE_LENGTH,
            placeholder=t("e.g. Small fridge for a hostel room"),
            required=True,
            error=errors.get("title", ""),
            custom_attrs=autofocus(),
        ),
        radio_group(
            t("I want to"),
            "producttype",
            {"sell": t("Buy"), "rent": t("Rent"), "lease": t("Lease")},
            value=values.get("producttype", "sell"),
            on_change=lambda value: state.choose("producttype", value),
        ),
        rx.el.div(
            select_field(
                t("Category"),
                "category_id",
                option(t("Choose a category"), ""),
                options_of(state.categories),
                value=values.get("category_id", ""),
                on_change=lambda value: state.choose("category_id", value),
                required=True,
            ),
            select_field(
                t("Subcategory"),
                "subcategory_id",
                option(t("Choose a subcategory"), ""),
                options_of(state.subcategories),
                # Another category has other options, of which none is chosen.
                key=values.get("category_id", ""),
                default_value=values.get("subcategory_id", ""),
                required=True,
                error=errors.get("subcategory_id", ""),
            ),
            class_name=_PAIR,
        ),
        text_area(
            t("Details"),
            "details",
            default_value=values.get("details", ""),
            max_length=DETAILS_LENGTH,
            hint=t("Size, age, condition: whatever matters to you."),
            error=errors.get("details", ""),
        ),
    )


def _price_and_place() -> rx.Component:
    state = UserWantedState
    values, errors = state.values, state.errors
    return rx.fragment(
        text_field(
            t("Highest price (₹)"),
            "max_price",
            default_value=values.get("max_price", ""),
            input_mode="decimal",
            hint=rx.cond(
                state.price_unit, t("Optional; the price is for") + " " + state.price_unit + ".", t("Optional")
            ),
            error=errors.get("max_price", ""),
        ),
        rx.el.div(
            town_field(
                "wanted-city",
                state="wanted-state",
                field_name="city",
                default_value=values.get("city", ""),
                required=True,
                error=errors.get("city", ""),
            ),
            text_field(t("State"), "wanted-state", field_name="state", default_value=values.get("state", "")),
            class_name=_PAIR,
        ),
    )


def _form() -> rx.Component:
    state = UserWantedState
    return form_dialog(
        form_error(state.error),
        _what(),
        _price_and_place(),
        rx.el.p(
            t(
                "Only sellers near you who have it see this, without your name. Leave out your phone number and "
                "email: they write to you in the chat."
            ),
            class_name="rounded-control bg-sunken px-4 py-3 text-sm text-muted",
        ),
        key=state.editing,
        on_submit=state.save,
        submit=button(rx.cond(state.editing == "new", t("Tell sellers"), t("Save")), type="submit"),
        open=state.editing != "",
        on_close=state.close_form,
        title=t("What are you looking for?"),
        name="wanted",
    )


def _dialogs() -> rx.Component:
    return rx.fragment(
        _form(),
        delete_dialog(
            UserWantedState,
            t("Sellers no longer see it. You can't undo this."),
            title=t("Found it?"),
            name="end-wanted",
            no=t("Keep it"),
            yes=t("End it"),
        ),
        renewal_dialog(WantedRenewalState, title=t("Renew wanted ad"), name="renew-wanted"),
    )


def user_wanted() -> rx.Component:
    """What the signed-in buyer looks for, or a login prompt."""
    return site_layout(
        rx.el.div(
            page_title(
                t("Looking for"),
                t("We tell sellers near you who have it. They offer you their ads in the chat."),
                rx.cond(UserWantedState.items.length() > 0, _add_button()),
            ),
            rx.cond(
                SessionState.ready & (SessionState.kind != "user"),
                prompt_for("user", t(messages.LOGIN)),
                rx.fragment(_list(), _dialogs()),
            ),
            class_name=f"flex flex-col gap-6 py-6 sm:py-8 {SITE_WIDTH}",
        )
    )


PAGES = [
    private_page(
        paths.USER_WANTED,
        user_wanted,
        t("Looking for"),
        t("What you are looking for, so that sellers can offer it to you."),
        UserWantedState,
        WantedRenewalState,
    )
]
