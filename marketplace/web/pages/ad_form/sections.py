"""The sections of the form."""

import reflex as rx

from marketplace.domain import ad_texts
from marketplace.i18n.texts import t
from marketplace.web.components.button import button
from marketplace.web.components.dialog import close_button, confirm
from marketplace.web.components.fields import checkbox, control_error, field, option, options_of, select, select_field
from marketplace.web.components.notice import notice
from marketplace.web.components.phone_choice import phone_choice
from marketplace.web.components.uploads import photo_picker
from marketplace.web.pages.ad_form.controls import PAIR, box, text
from marketplace.web.pages.ad_form.dynamic_fields import dynamic_field
from marketplace.web.pages.ad_form.state import AdFormState


def basics() -> rx.Component:
    """Section "Basic Information": name and title."""
    return box(t("Basic Information"), *map(text, ad_texts.in_section("basics")))


def category() -> rx.Component:
    """Category and subcategory."""
    return box(
        t("Category"),
        rx.el.div(
            select_field(
                t("Category"),
                "categoryId",
                option(t("Choose a category"), ""),
                options_of(AdFormState.categories),
                value=AdFormState.values["categoryId"],
                on_change=AdFormState.choose_category,
                hint=rx.cond(
                    (AdFormState.guessed_category != "")
                    & (AdFormState.values["categoryId"] == AdFormState.guessed_category),
                    t("Chosen from the name. Please change it if it is another."),
                    "",
                ),
                error=AdFormState.errors["categoryId"],
                required=True,
            ),
            select_field(
                t("Subcategory"),
                "subcategoryId",
                option(t("Choose a subcategory"), ""),
                options_of(AdFormState.subcategories),
                value=AdFormState.values["subcategoryId"],
                on_change=AdFormState.choose_subcategory,
                error=AdFormState.errors["subcategoryId"],
                disabled=AdFormState.subcategories.length() == 0,
            ),
            class_name=PAIR,
        ),
    )


def specifications() -> rx.Component:
    """Section "Product Specifications": the dynamic fields of the subcategory."""
    return rx.cond(
        AdFormState.specs.length() > 0,
        box(t("Product Specifications"), rx.el.div(rx.foreach(AdFormState.specs, dynamic_field), class_name=PAIR)),
    )


def details() -> rx.Component:
    """The longer texts."""
    return box("", *map(text, ad_texts.in_section("details")))


def images() -> rx.Component:
    """Photos; the first is the cover."""
    return box(
        "",
        # The step says it already.
        rx.el.h3(t("Images"), class_name="sr-only"),
        rx.el.p(
            t("Photos in good light and from several sides sell best. The first photo is the cover."),
            class_name="text-sm text-muted",
        ),
        photo_picker(
            AdFormState.photos,
            on_change=AdFormState.set_photos,
            on_busy=lambda sending: AdFormState.set_sending("images", sending),
            on_unsent=AdFormState.set_failed_uploads,
            key="photos-" + AdFormState.version.to_string(),
        ),
        control_error("images", AdFormState.errors["images"]),
        checkbox(
            t("AI made or changed a photo so that it shows a person or scene that isn't real. We label the photos."),
            "aiPhotos",
            checked=AdFormState.values["aiPhotos"] == "true",
            on_change=lambda value: AdFormState.set_value("aiPhotos", rx.cond(value, "true", "")),
        ),
    )


def seller() -> rx.Component:
    """Seller of the ad, for admins."""
    return rx.cond(
        AdFormState.sellers.length() > 0,
        box(
            t("Seller"),
            field(
                t("Seller"),
                select(
                    options_of(AdFormState.sellers),
                    id="sellerId",
                    name="sellerId",
                    value=AdFormState.values["sellerId"],
                    on_change=lambda value: AdFormState.set_value("sellerId", value),
                ),
                name="sellerId",
            ),
        ),
    )


def contact() -> rx.Component:
    """Whether buyers see the phone number, for sellers."""
    return rx.cond(
        AdFormState.takes_calls.is_not_none(),
        box(t("Contact"), phone_choice(AdFormState.takes_calls.bool(), on_change=AdFormState.set_takes_calls)),
    )


def draft_offer() -> rx.Component:
    """Offer to restore the saved draft; the form appears after the decision."""
    offer = AdFormState.offer
    photos = rx.cond(offer.photos == 1, t("1 photo"), offer.photos.to_string() + " " + t("photos"))
    return rx.fragment(
        notice(
            "history",
            rx.el.h2(t("You have an unfinished ad."), class_name="font-semibold"),
            rx.el.p(offer.name, rx.cond(offer.photos > 0, " · " + photos, ""), class_name="text-sm text-muted"),
            actions=[
                button(t("Continue editing"), on_click=AdFormState.restore_draft),
                button(t("Start over"), variant="secondary", on_click=AdFormState.ask_to_start_over),
            ],
            class_name="max-w-3xl",
        ),
        confirm(
            t("This deletes what you have entered so far. This action cannot be undone."),
            close_button(t("No")),
            button(t("Yes"), variant="danger", on_click=AdFormState.discard_draft),
            open=AdFormState.starting_over,
            on_close=AdFormState.keep_draft,
            title=t("Start over"),
            name="start-over",
        ),
    )
