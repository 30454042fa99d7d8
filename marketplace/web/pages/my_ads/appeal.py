"""The dialog that says why an ad was rejected, with the owner's appeal."""

import reflex as rx
from sqlmodel import Session

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import MarketplaceError
from marketplace.domain import ads, moderation
from marketplace.domain.ads import messages
from marketplace.domain.moderation import messages as appeal_messages
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.web.base.domain_state import DomainState
from marketplace.web.components.button import button
from marketplace.web.components.dialog import close_button, dialog, dialog_form
from marketplace.web.components.fields import text_area


class Rejected(View):
    """A rejected ad and the owner's appeal.

    Attributes:
        appealable: whether there is a decision and no appeal against it yet.
        status: of the appeal, empty for none.
        answer: the answer to the appeal.
    """

    ad_id: str = ""
    reason: str = ""
    appealable: bool = False
    status: str = ""
    answer: str = ""


def load_rejected(db: Session, actor: Actor, ad_id: str) -> Rejected:
    """Load why an own ad was rejected, and its appeal.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone: not the caller's ad.
    """
    appeal = moderation.find_own_appeal(db, actor, ad_id)
    ad = ads.get(db, actor, ad_id)
    return Rejected(
        ad_id=ad.id,
        reason=ad.note or t(messages.NO_REASON),
        appealable=appeal is None and ad.mine and ads.find_rejection(db, ad_id) is not None,
        status=appeal.status if appeal else "",
        answer=appeal.note if appeal else "",
    )


class AdAppealState(DomainState, rx.State):
    """The dialog, opened by the badge of a rejected ad or by `/seller/ads?appeal=<id>`."""

    rejected: Rejected = Rejected()
    writing: bool = False
    error: str = ""

    @rx.event
    async def open(self) -> None:
        """Open the dialog for the ad of the URL, if it names one."""
        ad_id = self.router.url.query_parameters.get("appeal", "")
        self.rejected, self.writing = Rejected(), False
        if ids.is_id(ad_id):
            await self._load(ad_id)

    @rx.event
    async def show(self, ad_id: str) -> None:
        """Open the dialog for an ad."""
        await self._load(ad_id)

    @rx.event
    def close(self) -> None:
        """Close the dialog."""
        self.rejected = Rejected()

    @rx.event
    def write(self) -> None:
        """Show the form of the appeal."""
        self.writing, self.error = True, ""

    @rx.event
    async def submit(self, form: dict[str, str]) -> None:
        """Send the appeal."""
        text, done = str(form.get("text", "")), t(appeal_messages.APPEALED)
        if await self._execute_in_form(moderation.appeal_ad, self.rejected.ad_id, text, done=done):
            self.rejected = Rejected()

    async def _load(self, ad_id: str) -> None:
        self.writing, self.error = False, ""
        try:
            self.rejected = await self._query(load_rejected, ad_id)
        except MarketplaceError as error:
            self.rejected = Rejected()
            await self._toast("error", error.message)


def _form() -> rx.Component:
    return dialog_form(
        text_area(
            t("Why is the decision wrong?"),
            "ad-appeal-text",
            field_name="text",
            rows=4,
            max_length=2000,
            required=True,
            hint=t("You can appeal once. If possible, somebody other than the person who decided will look at it."),
        ),
        on_submit=AdAppealState.submit,
        submit=button(t("Send appeal"), type="submit"),
        error=AdAppealState.error,
    )


def _appeal() -> rx.Component:
    shown = AdAppealState.rejected
    return rx.match(
        shown.status,
        ("open", rx.el.p(t("Your appeal is under review."), role="status", class_name="font-medium")),
        (
            "upheld",
            rx.el.div(
                rx.el.h3(t("The answer to your appeal"), class_name="text-sm font-semibold"),
                rx.el.p(shown.answer, class_name="whitespace-pre-wrap [overflow-wrap:anywhere]"),
            ),
        ),
        rx.fragment(),
    )


def rejection_dialog() -> rx.Component:
    """Dialog with the reason, and the appeal, its form, or the button that opens the form."""
    shown = AdAppealState.rejected
    return dialog(
        rx.el.p(shown.reason, class_name="whitespace-pre-wrap text-muted [overflow-wrap:anywhere]"),
        _appeal(),
        rx.cond(
            AdAppealState.writing & shown.appealable,
            _form(),
            rx.el.div(
                rx.cond(shown.appealable, button(t("Appeal"), variant="secondary", on_click=AdAppealState.write)),
                close_button(t("OK"), variant="primary"),
                class_name="flex justify-end gap-3",
            ),
        ),
        open=shown.ad_id != "",
        on_close=AdAppealState.close,
        title=t("Rejection reason"),
        name="rejection-reason",
        class_name="sm:max-w-md",
    )
