"""Reviews in lists, and the fields of the form that writes one."""

import reflex as rx
from reflex.vars import ObjectVar

from marketplace.domain.reviews.schemas import ReviewTag, ReviewView
from marketplace.i18n.texts import t
from marketplace.web.components.fields import control_error

STAR_WORDS = {1: t("1 star"), 2: t("2 stars"), 3: t("3 stars"), 4: t("4 stars"), 5: t("5 stars")}
_CHIP = "rounded-control bg-sunken px-2 py-0.5 text-sm text-muted"


def stars(review: ObjectVar[ReviewView]) -> rx.Component:
    """The stars of a review, which screen readers announce as a number."""
    return rx.el.span(
        rx.el.span(review.stars_text, aria_hidden="true", class_name="tracking-wide text-accent"),
        rx.el.span(rx.match(review.stars, *STAR_WORDS.items(), ""), class_name="sr-only"),
    )


def review_body(review: ObjectVar[ReviewView], *more: rx.Component) -> rx.Component:
    """Stars, writer, day, tags, text and reply of a review, with more, such as buttons, below."""
    return rx.el.div(
        rx.el.p(
            stars(review),
            rx.el.b(review.writer_name, class_name="font-semibold text-ink [overflow-wrap:anywhere]"),
            rx.el.span(review.written_text, class_name="text-sm text-muted"),
            class_name="flex flex-wrap items-baseline gap-x-2",
        ),
        rx.cond(
            review.tags.length() > 0,
            rx.el.ul(
                rx.foreach(review.tags, lambda tag: rx.el.li(tag.label, class_name=_CHIP)),
                class_name="flex flex-wrap gap-1.5",
            ),
        ),
        rx.cond(review.text, rx.el.p(review.text, class_name="whitespace-pre-line [overflow-wrap:anywhere]")),
        rx.cond(
            review.reply,
            rx.el.div(
                rx.el.p(t("Reply"), " · ", review.replied_text, class_name="text-sm text-muted"),
                rx.el.p(review.reply, class_name="whitespace-pre-line [overflow-wrap:anywhere]"),
                class_name="border-l-2 border-line pl-3",
            ),
        ),
        *more,
        class_name="flex flex-col gap-2",
    )


def stars_field(error: rx.Var[str]) -> rx.Component:
    """Five stars to choose from. It is named `stars` in the form."""
    return rx.el.fieldset(
        rx.el.legend(t("Stars"), class_name="mb-1.5 text-sm font-medium text-ink"),
        rx.el.div(
            *[_star(number, words) for number, words in STAR_WORDS.items()],
            # The stars up to the chosen one are filled.
            class_name="flex gap-1 [&>label:has(~label>input:checked)]:text-accent [&>label:has(>input:checked)]:text-accent",
        ),
        control_error("stars", error),
    )


def _star(number: int, words: str) -> rx.Component:
    return rx.el.label(
        rx.el.input(
            type="radio", name="stars", id=f"stars-{number}", value=str(number), class_name="peer absolute opacity-0"
        ),
        rx.el.span(
            "★",
            aria_hidden="true",
            class_name="flex size-11 items-center justify-center rounded-control text-3xl leading-none "
            "peer-focus-visible:focus-ring",
        ),
        rx.el.span(words, class_name="sr-only"),
        html_for=f"stars-{number}",
        class_name="relative cursor-pointer text-control",
    )


def tags_field(choices: rx.Var[tuple[ReviewTag, ...]]) -> rx.Component:
    """Tags to choose from. Each is named `tag-<code>` in the form."""
    return rx.el.fieldset(
        rx.el.legend(t("Choose what applies"), class_name="mb-1.5 text-sm font-medium text-ink"),
        rx.el.div(rx.foreach(choices, _tag), class_name="flex flex-wrap gap-2"),
    )


def _tag(tag: ObjectVar[ReviewTag]) -> rx.Component:
    name = "tag-" + tag.code
    return rx.el.label(
        rx.el.input(type="checkbox", name=name, id=name, class_name="peer absolute opacity-0"),
        rx.el.span(
            tag.label,
            class_name="inline-flex h-11 items-center rounded-control border border-control px-3 text-[0.9375rem] "
            "peer-checked:border-accent peer-checked:bg-accent-soft peer-checked:text-accent "
            "peer-focus-visible:focus-ring",
        ),
        html_for=name,
        class_name="relative cursor-pointer",
    )
