"""The admin page that edits testimonials."""

import reflex as rx

from marketplace.domain.content import TestimonialView
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.admin.list_editor import editor_dialog, name_field
from marketplace.web.admin.picture_editor import picture_field
from marketplace.web.admin.reorder import edit_buttons, order_buttons
from marketplace.web.base.page_state import list_or_placeholder
from marketplace.web.components.avatar import avatar
from marketplace.web.components.button import button
from marketplace.web.components.fields import text_area
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import page_title
from marketplace.web.layouts.sidebar import admin_page
from marketplace.web.page_registry import private_page
from marketplace.web.pages.admin_testimonials.state import TestimonialsState
from marketplace.web.widgets.delete_dialog import delete_dialog


def _row(row: rx.Var[TestimonialView], index: rx.Var[int]) -> rx.Component:
    count = TestimonialsState.rows.length()
    return rx.el.li(
        order_buttons(row.name, index, count, lambda step: TestimonialsState.move(row.id, step)),
        rx.el.div(avatar(row.name, row.image, px=48), class_name="max-sm:hidden"),
        rx.el.div(
            rx.el.p(row.name, class_name="font-medium"),
            rx.el.p(row.description, class_name="line-clamp-2 text-sm text-muted"),
            class_name="min-w-0 flex-1",
        ),
        *edit_buttons(row.name, TestimonialsState.edit(row.id), TestimonialsState.open_delete_dialog(row.id, row.name)),
        class_name="flex items-center gap-2 px-3 py-2.5 sm:gap-3",
    )


def _editor() -> rx.Component:
    state = TestimonialsState
    return editor_dialog(
        state,
        name_field(state, "testimonial", key=state.version, error=state.errors.get("name", "")),
        text_area(
            t("Testimonial"),
            "testimonial-description",
            field_name="description",
            key=state.version,
            default_value=state.description,
            max_length=600,
            required=True,
            error=state.errors.get("description", ""),
        ),
        picture_field(state),
        new=t("New testimonial"),
        change=t("Edit testimonial"),
        name="testimonial",
        busy=state.sending,
    )


def testimonials() -> rx.Component:
    """The list of testimonials."""
    add = button(t("New testimonial"), icon="plus", on_click=TestimonialsState.add)
    return admin_page(
        page_title(t("Testimonials"), t("The home page shows them in this order."), add),
        list_or_placeholder(
            TestimonialsState,
            TestimonialsState.rows,
            rx.el.ul(
                rx.foreach(TestimonialsState.rows, _row),
                class_name="divide-y divide-line rounded-box border border-line bg-raised",
            ),
            empty_state(t("There are no testimonials yet."), icon="quote"),
        ),
        _editor(),
        delete_dialog(
            TestimonialsState,
            t("It will be removed from the home page."),
            title=t("Delete testimonial?"),
            name="delete-testimonial",
        ),
        here=paths.ADMIN_TESTIMONIALS,
    )


PAGES = [
    private_page(
        paths.ADMIN_TESTIMONIALS,
        testimonials,
        t("Testimonials"),
        t("What customers say on the home page."),
        TestimonialsState,
    )
]
