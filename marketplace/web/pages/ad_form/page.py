"""The pages that create and edit an ad."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.page_state import content_or_error
from marketplace.web.components.button import button, button_link
from marketplace.web.components.current_url import url_has_id
from marketplace.web.components.fields import form_error
from marketplace.web.components.keyboard import focus_on
from marketplace.web.components.leave_guard import leave_guard
from marketplace.web.components.pending_change import pending_change
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import SITE_WIDTH, page_title
from marketplace.web.components.step_history import step_history
from marketplace.web.components.steps import step, step_list
from marketplace.web.layouts.bottom_bar import bottom_bar
from marketplace.web.layouts.sidebar import seller_layout, seller_page
from marketplace.web.layouts.site import site_layout
from marketplace.web.page_registry import private_page
from marketplace.web.pages.ad_form import price_and_place, review, sections, steps
from marketplace.web.pages.ad_form.state import AdFormState
from marketplace.web.widgets.form_drafts import stored_form

_PREFIX = "ad-step"


def _is_shown(is_opened: rx.Var[bool]) -> rx.Var[bool]:
    # Show the controls only after their initial values are loaded.
    return is_opened & ~AdFormState.loading & ~AdFormState.offer


def _form(words: str, is_opened: rx.Var[bool]) -> rx.Component:
    waiting = rx.cond(AdFormState.offer & is_opened, sections.draft_offer(), rx.el.div(class_name="skeleton h-96"))
    content = rx.el.div(
        rx.el.div(_controls(words), class_name="min-w-0 max-w-3xl flex-1"),
        review.preview_aside(),
        class_name="flex gap-10",
    )
    return content_or_error(AdFormState, rx.cond(_is_shown(is_opened), content, waiting))


def _step(number: int, *children: rx.Component) -> rx.Component:
    return step(number, steps.TITLES, *children, current=AdFormState.step, name=_PREFIX)


def _controls(words: str) -> rx.Component:
    return rx.el.form(
        step_list(steps.TITLES, AdFormState.step, AdFormState.go_to, label=t("Steps")),
        step_history(AdFormState.step, AdFormState.go_to),
        _step(steps.PHOTOS, sections.images()),
        _step(steps.SUBJECT, sections.basics(), sections.category(), sections.specifications()),
        _step(steps.PRICE_AND_PLACE, price_and_place.price(), price_and_place.location()),
        _step(steps.WORDS, sections.details()),
        _step(steps.REVIEW, review.review(), sections.contact(), sections.seller()),
        rx.cond(AdFormState.moved, focus_on(f"{_PREFIX}-{AdFormState.step}")),
        # An error of one control is shown there.
        form_error(rx.cond(AdFormState.errors.length() == 1, "", AdFormState.error)),
        rx.el.input(type="hidden", name="step", value=AdFormState.step.to_string(), read_only=True),
        leave_guard(AdFormState.values, busy=AdFormState.sending.length() > 0),
        _actions(words),
        on_submit=AdFormState.submit,
        no_validate=True,
        custom_attrs=stored_form(),
        class_name="flex flex-col gap-5",
    )


def _actions(words: str) -> rx.Component:
    """Buttons below the step; on phones a bar in place of the navigation."""
    is_first, is_last = AdFormState.step == 1, AdFormState.step == steps.REVIEW
    is_new = AdFormState.ad_id == ""
    uploading = AdFormState.sending.length() > 0
    cancel = button_link(
        t("Cancel"),
        href=rx.cond(SessionState.kind == "admin", paths.review(AdFormState.ad_id), paths.SELLER_ADS),
        variant="ghost",
    )
    back = button(t("Back"), variant="secondary", icon="arrow-left", on_click=AdFormState.go_to(AdFormState.step - 1))
    go_on = button(t("Next"), variant="secondary", on_click=AdFormState.go_to(AdFormState.step + 1))
    submits = is_last | ~is_new
    return rx.el.div(
        rx.cond(is_first, cancel, back),
        rx.el.div(
            rx.cond(~is_new & ~is_last, go_on),
            button(
                rx.cond(submits, rx.cond(uploading, t("Waiting for uploads"), words), t("Next")),
                type="submit",
                disabled=submits & uploading,
            ),
            class_name="flex gap-2",
        ),
        class_name="flex items-center justify-between gap-2 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 "
        "max-md:min-h-16 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 "
        "max-md:pb-[env(safe-area-inset-bottom)]",
    )


def _bottom(is_opened: rx.Var[bool]) -> rx.Component:
    return rx.cond((SessionState.kind != "") & _is_shown(is_opened), rx.fragment(), bottom_bar())


def _decision() -> rx.Component:
    """What became of the version in the form."""
    rejection = rx.cond(
        AdFormState.note,
        rx.el.p(
            rx.el.b(t("Why it was rejected:")),
            " ",
            AdFormState.note,
            class_name="max-w-3xl rounded-control bg-danger-soft px-4 py-3 text-danger",
        ),
    )
    return rx.cond(AdFormState.change, pending_change(AdFormState.change, class_name="max-w-3xl"), rejection)


def create() -> rx.Component:
    """Page to post a new ad."""
    is_opened = AdFormState.ad_id == ""
    return seller_page(
        page_title(t("Post Your Ad")),
        _form(t("Create Product"), is_opened),
        here=paths.POST_AD,
        bottom=_bottom(is_opened),
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
                rx.cond(is_opened, _decision()),
                _form(t("Update Product"), is_opened),
            ),
        ),
        class_name="flex flex-col gap-5",
    )
    bottom = _bottom(is_opened)
    as_admin = site_layout(rx.el.div(body, class_name=f"py-6 {SITE_WIDTH}"), bottom=bottom)
    return rx.cond(SessionState.kind == "admin", as_admin, seller_layout(body, here=paths.SELLER_ADS, bottom=bottom))


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
