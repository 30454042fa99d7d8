"""The dialog that reports an ad, a person or a conversation to the admins."""

import reflex as rx

from marketplace.core.errors import MarketplaceError
from marketplace.domain import moderation
from marketplace.domain.moderation import ReportDraft
from marketplace.domain.moderation.messages import REPORT_REASONS
from marketplace.i18n.texts import t
from marketplace.models import ReportTarget
from marketplace.web.base.domain_state import DomainState
from marketplace.web.base.errors import errors_by_field
from marketplace.web.components.button import button
from marketplace.web.components.dialog import form_dialog
from marketplace.web.components.fields import form_error, option, select_field, text_area
from marketplace.web.components.page_bound import page_bound


class ReportMixin(DomainState, rx.State, mixin=True):
    """Mixin of the States of pages with something that can be reported."""

    reporting: bool = False
    report_error: str = ""
    report_errors: dict[str, str] = {}

    @rx.event
    def open_report(self) -> None:
        """Open the dialog."""
        self.reporting, self.report_error, self.report_errors = True, "", {}

    @rx.event
    def close_report(self) -> None:
        """Close the dialog."""
        self.reporting = False

    @rx.event
    async def send_report(self, form: dict[str, str]) -> None:
        """Send the report to the admins."""
        target, target_id = await self._report_target()
        draft = ReportDraft(
            target=target.value,
            target_id=target_id,
            reason=str(form.get("reason", "")),
            text=str(form.get("text", "")),
        )
        try:
            await self._execute(moderation.report, draft)
        except MarketplaceError as error:
            self.report_error, self.report_errors = error.message, errors_by_field(error)
            return
        self.reporting = False
        await self._toast("success", t("Thank you. We will look into it."))

    async def _report_target(self) -> tuple[ReportTarget, str]:
        raise NotImplementedError


def report_dialog(state: type[ReportMixin], title: str, *, name: str, explained: str = "") -> rx.Component:
    """Dialog with the reason and the text of a report.

    Args:
        state: State of the page.
        name: id of the dialog.
        explained: text that says who will know about the report.
    """
    content = form_dialog(
        form_error(rx.cond(state.report_errors.length() > 0, "", state.report_error)),
        rx.el.p(explained, class_name="text-muted") if explained else None,
        select_field(
            t("Reason"),
            "reason",
            option(t("Choose a reason"), ""),
            *[option(t(words), reason) for reason, words in REPORT_REASONS.items()],
            required=True,
            error=state.report_errors.get("reason", ""),
        ),
        text_area(t("What is wrong?"), "text", max_length=1000),
        on_submit=state.send_report,
        submit=button(t("Send report"), type="submit", variant="danger"),
        open=state.reporting,
        on_close=state.close_report,
        title=title,
        name=name,
    )
    return page_bound(content, name=name, shown=state.reporting, on_leave=state.close_report)
