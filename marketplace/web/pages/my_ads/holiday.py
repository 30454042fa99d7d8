"""The seller's holiday: all ads are paused until a day."""

import reflex as rx

from marketplace.core.errors import MarketplaceError
from marketplace.domain import ads
from marketplace.domain.ads import messages
from marketplace.i18n.texts import t
from marketplace.web.base.page_state import PageState
from marketplace.web.components.button import button
from marketplace.web.components.dialog import form_dialog
from marketplace.web.components.fields import text_field
from marketplace.web.components.notice import notice


class HolidayMixin(PageState, rx.State, mixin=True):
    """Mixin of the State of the table.

    Attributes:
        planning: whether the dialog is open.
        holiday_error: why the day was refused.
    """

    planning: bool = False
    holiday_error: str = ""

    @rx.event
    def open_holiday(self) -> None:
        """Open the dialog."""
        self.planning, self.holiday_error = True, ""

    @rx.event
    def close_holiday(self) -> None:
        """Close the dialog."""
        self.planning = False

    @rx.event
    async def start_holiday(self, form: dict[str, str]) -> None:
        """Pause all ads until the day of the form."""
        day = str(form.get("until", "")).strip()
        try:
            if not day:
                self.holiday_error = t(messages.BAD_DAY)
                return
            holiday = await self._execute(ads.set_holiday, day)
        except MarketplaceError as error:
            self.holiday_error = error.message
            return
        self.planning = False
        await self._toast("success", t(messages.HOLIDAY, until=holiday.until_text))
        await self._reload()

    @rx.event
    async def end_holiday(self) -> None:
        """Resume all ads that the holiday paused."""
        await self._execute(ads.set_holiday, "")
        await self._toast("success", t(messages.HOLIDAY_OVER))
        await self._reload()


def holiday_button(state: type[HolidayMixin], until) -> rx.Component:
    """The button that opens the dialog, if there is no holiday.

    Args:
        until: the last day of the holiday for display, as a Var; empty for none.
    """
    return rx.cond(
        until == "",
        button(t("Holiday"), variant="secondary", icon="pause", on_click=state.open_holiday),
    )


def holiday_notice(state: type[HolidayMixin], until) -> rx.Component:
    """Notice with the end of the holiday, and a button that ends it now; `until` as for `holiday_button`."""
    return rx.cond(
        until != "",
        notice(
            "pause",
            rx.el.p(t("Your ads are paused until"), " ", rx.el.b(until)),
            actions=[
                button(t("Change"), variant="secondary", size="sm", on_click=state.open_holiday),
                button(t("End holiday"), size="sm", on_click=state.end_holiday),
            ],
        ),
    )


def holiday_dialog(state: type[HolidayMixin]) -> rx.Component:
    """Dialog that asks until when the ads are paused."""
    return form_dialog(
        rx.el.p(
            t("All your live ads are hidden until this day, and then shown again. Your deals go on."),
            class_name="text-muted",
        ),
        text_field(t("Back on"), "until", type="date", required=True),
        on_submit=state.start_holiday,
        submit=button(t("Pause all ads"), type="submit"),
        error=state.holiday_error,
        open=state.planning,
        on_close=state.close_holiday,
        title=t("Holiday"),
        name="holiday",
        class_name="sm:max-w-md",
    )
