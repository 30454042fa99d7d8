"""The last step, which shows the ad as a whole, and the preview of its card."""

import reflex as rx

from marketplace.i18n.texts import t
from marketplace.web.components.ad_card import ad_card
from marketplace.web.components.button import row_button
from marketplace.web.pages.ad_form import steps
from marketplace.web.pages.ad_form.controls import box
from marketplace.web.pages.ad_form.preview import FilledField
from marketplace.web.pages.ad_form.state import AdFormState


def card_preview() -> rx.Component:
    """The card that buyers will see; nothing in it can be pressed."""
    return rx.el.div(
        ad_card(AdFormState.preview, saved=False, on_save=AdFormState.go_to(steps.REVIEW), eager=True),
        custom_attrs={"inert": True},
        class_name="max-w-72",
    )


def preview_aside() -> rx.Component:
    """The preview beside the steps, on wide screens."""
    return rx.el.aside(
        rx.el.h2(t("Preview"), class_name="text-lg font-semibold"),
        rx.el.p(t("This is how buyers see your ad in lists."), class_name="text-sm text-muted"),
        card_preview(),
        class_name="sticky top-24 flex w-72 shrink-0 flex-col gap-3 self-start max-xl:hidden",
    )


def review() -> rx.Component:
    """What each step holds, all of it, with a button to change it; on narrow screens also the preview."""
    values, card = AdFormState.values, AdFormState.preview
    count = AdFormState.photos.length()
    return rx.fragment(
        rx.el.p(
            rx.cond(
                AdFormState.ad_id,
                t("Buyers see the change once we have reviewed it. A lower price alone can be live at once."),
                t("Your ad goes live once we have reviewed it."),
            ),
            class_name="text-muted",
        ),
        rx.el.div(card_preview(), class_name="xl:hidden"),
        box(
            "",
            rx.el.dl(
                _row(
                    steps.PHOTOS,
                    rx.match(count, (0, t("No photos yet")), (1, t("1 photo")), count.to_string() + " " + t("photos")),
                ),
                _row(
                    steps.SUBJECT,
                    _or_missing(values["name"], t("Product name is required")),
                    _or_missing(card.category_name, t("Category is required")),
                ),
                _row(
                    steps.PRICE_AND_PLACE,
                    rx.cond(card.price_text, card.price_text, t("Price on request")),
                    rx.cond(card.location, "", t("Location not specified")),
                ),
                _row(
                    steps.WORDS,
                    rx.cond(values["description"], values["description"], t("No description yet")),
                ),
                class_name="flex flex-col divide-y divide-line",
            ),
        ),
    )


def _or_missing(text: rx.Var[str], missing: str) -> rx.Component:
    return rx.cond(text, text, rx.el.span(missing, class_name="text-danger"))


def _filled(field: rx.Var[FilledField]) -> rx.Component:
    return rx.el.p(
        rx.el.span(field.label + ": ", class_name="text-muted"), field.text, class_name="line-clamp-3 break-words"
    )


def _row(step: int, *lines: rx.Component | rx.Var[str]) -> rx.Component:
    title = steps.TITLES[step - 1]
    return rx.el.div(
        rx.el.dt(title, class_name="w-32 shrink-0 text-sm text-muted max-sm:w-full"),
        rx.el.dd(
            *[rx.el.p(line, class_name="line-clamp-3 break-words empty:hidden") for line in lines],
            rx.foreach(AdFormState.filled, lambda field: rx.cond(field.step == step, _filled(field))),
            class_name="min-w-0 flex-1",
        ),
        rx.el.dd(row_button(t("Change"), title, variant="ghost", on_click=AdFormState.go_to(step))),
        class_name="flex flex-wrap items-start gap-x-4 gap-y-1 py-3",
    )
