"""Buttons and dialog to accept, decline or cancel an enquiry. Declining and cancelling ask for a message first."""

import reflex as rx

from marketplace.domain import rentals
from marketplace.domain.rentals import EnquiryView, messages
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.base.domain_state import DomainState
from marketplace.web.components.button import button, button_link
from marketplace.web.components.classes import join
from marketplace.web.components.dialog import close_button, confirm, form_dialog
from marketplace.web.components.fields import text_area

_MESSAGE_LENGTH = 500
_ACTIONS = {
    "accept": (rentals.accept, messages.ACCEPTED),
    "decline": (rentals.decline, messages.DECLINED),
    "cancel": (rentals.cancel, messages.CANCELLED),
}


class EnquiryActions(DomainState, rx.State, mixin=True):
    """Mixin of the States whose pages show enquiries.

    Attributes:
        enquiry_id: the enquiry in the dialog; empty while it is closed.
        ad_name: the name of its ad.
        dates: its pickup and drop, for display.
        action: `accept`, `decline` or `cancel`.
    """

    enquiry_id: str = ""
    ad_name: str = ""
    dates: str = ""
    action: str = ""

    @rx.event
    async def accept(self, enquiry_id: str) -> None:
        """Accept the enquiry, which books its dates."""
        self.close_dialog()
        await self._run_action(enquiry_id, "accept", "")

    @rx.event
    def open_dialog(self, enquiry_id: str, ad_name: str, action: str, dates: str = "") -> None:
        """Open the dialog that asks before an action."""
        if action in _ACTIONS:
            self.enquiry_id, self.ad_name, self.action, self.dates = enquiry_id, ad_name, action, dates

    @rx.event
    def close_dialog(self) -> None:
        """Close the dialog without a change."""
        self.enquiry_id, self.ad_name, self.action, self.dates = "", "", "", ""

    @rx.event
    async def confirm(self, form: dict[str, str]) -> None:
        """Decline or cancel the enquiry in the dialog, with the message typed."""
        enquiry_id, action = self.enquiry_id, self.action
        self.close_dialog()
        if action in _ACTIONS:
            await self._run_action(enquiry_id, action, str(form.get("word", "")))

    async def _run_action(self, enquiry_id: str, action: str, word: str) -> None:
        function, done = _ACTIONS[action]
        try:
            await self._execute(function, enquiry_id, word=word)
            await self._toast("success", t(done))
        finally:
            await self._reload_enquiries()

    async def _reload_enquiries(self) -> None:
        """Load the enquiries again. Runs after failures too, since the other person may have decided meanwhile."""
        raise NotImplementedError


def enquiry_buttons(
    state: type[EnquiryActions], enquiry: rx.Var[EnquiryView], *, cancel: str, class_name: str = ""
) -> rx.Component:
    """Show a button for each action that the reader may take on the enquiry; `cancel` is the label of that one."""

    dates = f"{enquiry.pickup_text} – {enquiry.drop_text}"

    def dialog_button(action: str, label: str, variant: str = "secondary") -> rx.Component:
        handler = state.open_dialog(enquiry.id, enquiry.ad_display_name, action, dates)
        return rx.cond(enquiry.moves.contains(action), button(label, size="sm", variant=variant, on_click=handler))

    return rx.el.div(
        dialog_button("accept", t("Accept"), "primary"),
        dialog_button("decline", t("Decline")),
        dialog_button("cancel", cancel),
        rx.cond(
            enquiry.has_record,
            button_link(t("Open the rental"), href=paths.rental(enquiry.id), size="sm", variant="secondary"),
        ),
        rx.cond(
            enquiry.is_over,
            button_link(
                t("Reviews"), href=paths.reviews_of_rental(enquiry.id), size="sm", variant="secondary", icon="star"
            ),
        ),
        class_name=join("flex gap-2 empty:hidden", class_name),
    )


def enquiry_dialog(state: type[EnquiryActions]) -> rx.Component:
    """Dialogs that ask before accepting, and for a message before declining or cancelling."""
    return rx.fragment(_accept_dialog(state), _message_dialog(state))


def _accept_dialog(state: type[EnquiryActions]) -> rx.Component:
    return confirm(
        rx.fragment(
            rx.el.b(state.ad_name),
            rx.el.br(),
            rx.el.b(state.dates),
            rx.el.br(),
            t("These dates will be booked. Other buyers can't book them any more."),
        ),
        close_button(t("Back")),
        button(t("Book these dates"), on_click=state.accept(state.enquiry_id)),
        open=state.action == "accept",
        on_close=state.close_dialog,
        title=t("Accept enquiry"),
        name="accept-enquiry",
    )


def _message_dialog(state: type[EnquiryActions]) -> rx.Component:
    label = rx.cond(state.action == "cancel", t("Cancel enquiry"), t("Decline enquiry"))
    return form_dialog(
        rx.el.p(rx.el.b(state.ad_name)),
        text_area(
            t("Add a message"),
            "word",
            rows=3,
            max_length=_MESSAGE_LENGTH,
            hint=t("Optional. We email it and show it with the enquiry."),
        ),
        key=state.enquiry_id,
        on_submit=state.confirm,
        submit=button(label, type="submit", variant="danger"),
        cancel=t("Back"),
        open=(state.action == "decline") | (state.action == "cancel"),
        on_close=state.close_dialog,
        title=label,
        name="settle-enquiry",
        class_name="sm:max-w-md",
    )
