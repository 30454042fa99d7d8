"""Reporting something to the admins: what every report asks, and handing it in."""

import reflex as rx

from marketplace.domain import moderation
from marketplace.domain.moderation import ReportDraft
from marketplace.domain.moderation.messages import REPORT_REASONS
from marketplace.errors import MarketplaceError
from marketplace.models import ReportTarget
from marketplace.texts import t
from marketplace.web.components.button import button
from marketplace.web.components.dialog import dialog
from marketplace.web.components.fields import form_error, option, select_field, text_area
from marketplace.web.door import Door


class Reporting(Door, rx.State, mixin=True):
    """Mixin of the States whose pages show something that can be reported."""

    reporting: bool = False
    report_error: str = ""

    @rx.event
    def open_report(self) -> None:
        """Report this."""
        self.reporting, self.report_error = True, ""

    @rx.event
    def close_report(self) -> None:
        """Never mind."""
        self.reporting = False

    @rx.event
    async def send_report(self, form: dict[str, str]) -> None:
        """Hand the report to the admins."""
        target, target_id = await self._reported()
        draft = ReportDraft(
            target=target.value,
            target_id=target_id,
            reason=str(form.get("reason", "")),
            text=str(form.get("text", "")),
        )
        try:
            await self._do(moderation.report, draft)
        except MarketplaceError as error:
            self.report_error = error.message
            return
        self.reporting = False
        await self._toast("success", t("Thank you. We will look into it."))

    async def _reported(self) -> tuple[ReportTarget, str]:
        raise NotImplementedError


def report_dialog(state: type[Reporting], title: str, *, name: str, explained: str = "") -> rx.Component:
    """What is wrong with this?

    Args:
        state: of the page.
        name: of the dialog, in the page.
        explained: who will know of it.
    """
    return dialog(
        rx.el.form(
            form_error(state.report_error),
            rx.el.p(explained, class_name="text-muted") if explained else None,
            select_field(
                t("Reason"),
                "reason",
                *[option(t(words), reason) for reason, words in REPORT_REASONS.items()],
                required=True,
            ),
            text_area(t("What is wrong?"), "text", max_length=1000),
            rx.el.div(
                button(t("Cancel"), variant="secondary", on_click=state.close_report),
                button(t("Send report"), type="submit", variant="danger"),
                class_name="flex justify-end gap-3",
            ),
            on_submit=state.send_report,
            class_name="flex flex-col gap-4",
        ),
        open=state.reporting,
        on_close=state.close_report,
        title=title,
        name=name,
    )
