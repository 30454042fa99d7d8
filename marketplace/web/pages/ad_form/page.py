"""The pages that create and edit an ad."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.page_state import content_or_error
from marketplace.web.components.button import button, button_link
from marketplace.web.components.current_url import url_has_id
from marketplace.web.components.fields import form_error
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import SITE_WIDTH, page_title
from marketplace.web.layouts.sidebar import seller_layout, seller_page
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import private_page
from marketplace.web.pages.ad_form import sections
from marketplace.web.pages.ad_form.state import AdFormState


def _form(words: str, is_opened: rx.Var[bool]) -> rx.Component:
    form = rx.cond(AdFormState.offer, sections.draft_offer(), _controls(words))
    skeleton = rx.el.div(class_name="skeleton h-96 max-w-3xl")
    # Show the controls only after their initial values are loaded.
    return content_or_error(AdFormState, rx.cond(AdFormState.loading | ~is_opened, skeleton, form))


def _controls(words: str) -> rx.Component:
    return rx.el.form(
        sections.basics(),
        sections.category(),
        sections.specifications(),
        sections.details(),
        sections.location(),
        sections.images(),
        sections.seller(),
        form_error(AdFormState.error),
        rx.el.div(
            button_link(
                t("Cancel"),
                href=rx.cond(SessionState.kind == "admin", paths.review(AdFormState.ad_id), paths.SELLER_ADS),
                variant="secondary",
            ),
            button(
                rx.cond(AdFormState.sending.length() > 0, t("Waiting for uploads"), words),
                type="submit",
                disabled=AdFormState.sending.length() > 0,
                busy=AdFormState.busy,
            ),
            class_name="flex justify-end gap-3",
        ),
        on_submit=AdFormState.submit,
        no_validate=True,
        class_name="flex max-w-3xl flex-col gap-5",
    )


def _rejection() -> rx.Component:
    return rx.cond(
        AdFormState.note,
        rx.el.p(
            rx.el.b(t("Why it was rejected:")),
            " ",
            AdFormState.note,
            class_name="max-w-3xl rounded-control bg-danger-soft px-4 py-3 text-danger",
        ),
    )


def create() -> rx.Component:
    """Page to post a new ad."""
    return seller_page(
        page_title(t("Post Your Ad"), t("It goes live once we have reviewed it.")),
        _form(t("Create Product"), AdFormState.ad_id == ""),
        here=paths.POST_AD,
    )


def edit() -> rx.Component:
    """Page to edit an ad; admins can edit every ad."""
    is_opened = url_has_id(AdFormState.ad_id)
    body = rx.el.div(
        rx.cond(
            AdFormState.missing,
            empty_state(AdFormState.missing, "", button_link(t("My Ads"), href=paths.SELLER_ADS)),
            rx.fragment(
                page_title(t("Edit ad"), rx.cond(is_opened, AdFormState.ad_name, "")),
                rx.cond(is_opened, _rejection()),
                _form(t("Update Product"), is_opened),
            ),
        ),
        class_name="flex flex-col gap-5",
    )
    as_admin = site_layout(rx.el.div(body, class_name=f"py-6 {SITE_WIDTH}"))
    return rx.cond(SessionState.kind == "admin", as_admin, seller_layout(body, here=paths.SELLER_ADS))


PAGES = [
    private_page(paths.POST_AD, create, t("Post Your Ad"), t("Offer something for sale, rent or lease."), AdFormState),
    private_page(
        "/seller/edit/product/[product_id]",
        edit,
        t("Edit ad"),
        t("Change an ad. Buyers see the change once we have reviewed it."),
        AdFormState,
    ),
]
