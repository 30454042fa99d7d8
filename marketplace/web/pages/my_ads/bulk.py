"""Selecting several ads, the bar with the bulk actions, and the report of ads that could not be changed."""

from collections.abc import Callable

import reflex as rx

from marketplace.core.errors import MarketplaceError
from marketplace.domain import ads
from marketplace.domain.ads.schemas import AdRow, BulkRefusal, BulkReport, PriceChange, PricePreview
from marketplace.i18n.texts import t, tn
from marketplace.web.components.button import button, icon_button
from marketplace.web.components.dialog import close_button, dialog, form_dialog
from marketplace.web.components.fields import text_field
from marketplace.web.widgets.endings_dialog import EndingsDialog


class BulkMixin(EndingsDialog, rx.State, mixin=True):
    """Mixin of the State of the table.

    Attributes:
        chosen: ids of ads on this page.
        choosing: increases when the page sets the checkboxes, which show a press before the server has answered.
        refused: the ads that the last action could not change.
        bulk_busy: the running action.
        pricing: whether the dialog for prices is open.
        new_prices: what the change of prices in the dialog would do, once it was previewed.
    """

    chosen: list[str] = []
    choosing: int = 0
    refused: list[BulkRefusal] = []
    bulk_busy: str = ""
    pricing: bool = False
    price_error: str = ""
    new_prices: PricePreview | None = None
    _percent: str = ""

    @rx.event
    def toggle(self, ad_id: str) -> None:
        """Select an ad of this page, or deselect it."""
        if ad_id in self.chosen:
            self.chosen = [each for each in self.chosen if each != ad_id]
        elif ad_id in self._shown_ids():
            self.chosen = [*self.chosen, ad_id]

    @rx.event
    def choose_page(self) -> None:
        """Select all ads of this page, or none if all are selected."""
        shown = self._shown_ids()
        self._choose([] if len(self.chosen) == len(shown) else shown)

    @rx.event
    def clear_chosen(self) -> None:
        """Deselect all ads."""
        self._choose([])

    @rx.event
    async def change_chosen(self, action: str):
        """Take an action on the chosen ads: confirm, renew, pause, resume or sold."""
        self.bulk_busy = action
        yield
        try:
            if action == "sold" and self.chosen:
                await self._sell_or_ask(self.chosen)
            else:
                await self._change_chosen(action)
        finally:
            self.bulk_busy = ""

    @rx.event
    def open_prices(self) -> None:
        """Open the dialog for prices."""
        self.pricing = True
        self.forget_new_prices()

    @rx.event
    def close_prices(self) -> None:
        """Close the dialog for prices."""
        self.pricing = False

    @rx.event
    def forget_new_prices(self) -> None:
        """Discard the preview, since the percentage in the form is another one."""
        self.new_prices, self.price_error = None, ""

    @rx.event
    async def preview_prices(self, form: dict[str, str]) -> None:
        """Show what a percentage would do with the prices of the chosen ads."""
        self.forget_new_prices()
        self._percent = str(form.get("percent", ""))
        try:
            self.new_prices = await self._query(ads.preview_prices, self.chosen, percent=self._percent)
        except MarketplaceError as error:
            self.price_error = error.message

    @rx.event
    async def change_prices(self) -> None:
        """Change the prices of the chosen ads by the percentage that was previewed."""
        if self.new_prices is None:
            return
        try:
            await self._change_chosen("price", percent=self._percent)
        except MarketplaceError as error:
            self.price_error = error.message
            return
        self.pricing = False

    @rx.event
    def close_report(self) -> None:
        """Close the report."""
        self.refused = []

    async def _change_chosen(self, action: str, **options: str) -> None:
        report: BulkReport = await self._execute(ads.change_many, self.chosen, action, **options)
        self._choose([each.ad_id for each in report.refused])
        self.refused = list(report.refused)
        if report.done:
            await self._toast("success", tn("{count} ad changed", "{count} ads changed", report.done))
        await self._reload()

    def _choose(self, ad_ids: list[str]) -> None:
        # A recreated checkbox shows the State, and not a press that is still being sent.
        if ad_ids != self.chosen:
            self.chosen, self.choosing = ad_ids, self.choosing + 1

    def _shown_ids(self) -> list[str]:
        """Ids of the ads on this page."""
        raise NotImplementedError


def choose_box(state: type[BulkMixin], ad: rx.Var[AdRow]) -> rx.Component:
    """Checkbox of an ad, large enough for a finger."""
    return rx.el.label(
        rx.el.input(
            type="checkbox",
            key=state.choosing,
            default_checked=state.chosen.contains(ad.id),
            on_change=lambda _: state.toggle(ad.id),
            aria_label=t("Select") + " " + ad.display_name,
            class_name="size-5 accent-accent",
        ),
        class_name="-m-2 flex size-11 shrink-0 items-center justify-center",
    )


def choose_all(state: type[BulkMixin], rows) -> rx.Component:
    """Button that chooses all ads on the page, or none."""
    return button(
        rx.cond(state.chosen.length() == rows.length(), t("Select none"), t("Select all on this page")),
        variant="ghost",
        icon="circle-check",
        class_name="-ml-3",
        on_click=state.choose_page,
    )


def _action(state: type[BulkMixin], action: str, words: str, mark: str) -> rx.Component:
    return button(
        words,
        icon=mark,
        variant="secondary",
        size="sm",
        busy=state.bulk_busy == action,
        on_click=state.change_chosen(action),
    )


def bulk_bar(state: type[BulkMixin]) -> rx.Component:
    """The actions on the chosen ads; above the navigation on phones."""
    return rx.cond(
        state.chosen.length() > 0,
        rx.el.section(
            rx.el.div(
                rx.el.p(
                    state.chosen.length().to_string(), " ", t("selected"), role="status", class_name="font-semibold"
                ),
                icon_button("x", t("Close"), size="sm", on_click=state.clear_chosen),
                class_name="flex items-center justify-between gap-2",
            ),
            rx.el.div(
                _action(state, "confirm", t("Still available"), "circle-check"),
                _action(state, "renew", t("Renew"), "refresh-cw"),
                _action(state, "pause", t("Pause"), "pause"),
                _action(state, "resume", t("Resume"), "play"),
                _action(state, "sold", t("Mark as sold"), "handshake"),
                button(
                    t("Change prices"),
                    icon="badge-indian-rupee",
                    variant="secondary",
                    size="sm",
                    on_click=state.open_prices,
                ),
                class_name="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap",
            ),
            aria_label=t("Selected ads"),
            class_name="sticky bottom-20 z-10 flex flex-col gap-2 rounded-box border border-line bg-raised p-3 shadow-pop "
            "md:bottom-4",
        ),
    )


def _refusal(refusal: rx.Var[BulkRefusal]) -> rx.Component:
    return rx.el.li(
        rx.el.p(refusal.name, class_name="font-medium [overflow-wrap:anywhere]"),
        rx.el.p(refusal.reason, class_name="text-sm text-muted"),
        class_name="flex flex-col gap-0.5 py-2.5",
    )


def _new_price(change: rx.Var[PriceChange]) -> rx.Component:
    before = rx.cond(change.before_text, change.before_text, t("no price"))
    return rx.el.li(
        rx.el.p(change.name, class_name="font-medium [overflow-wrap:anywhere]"),
        rx.el.p(before, " → ", rx.el.b(change.after_text)),
        rx.el.p(
            rx.cond(change.at_once, t("Live at once"), t("Reviewed before buyers see it")),
            class_name="text-sm text-muted",
        ),
        class_name="flex flex-col gap-0.5 py-2.5",
    )


def _listed(heading: str, ads: rx.vars.ArrayVar, line: Callable[..., rx.Component]) -> rx.Component:
    """A part of the preview, with the number of its ads: up to 200, of which its box shows three."""
    return rx.cond(
        ads.length() > 0,
        rx.el.section(
            rx.el.h3(heading, " (", ads.length(), ")", class_name="pb-1.5 text-sm font-semibold"),
            rx.el.ul(
                rx.foreach(ads, line),
                tab_index=0,
                class_name="max-h-64 divide-y divide-line overflow-y-auto rounded-control border border-line px-3",
            ),
        ),
    )


def _preview(preview: rx.Var[PricePreview]) -> rx.Component:
    return rx.el.div(
        _listed(t("New prices"), preview.changes, _new_price),
        _listed(t("Not changed"), preview.refused, _refusal),
        role="status",
        class_name="flex flex-col gap-4",
    )


def bulk_dialogs(state: type[BulkMixin]) -> rx.Component:
    """The dialog for prices, and the report."""
    return rx.fragment(
        form_dialog(
            text_field(
                t("Change in percent"),
                "percent",
                type="text",
                input_mode="text",
                placeholder="-10",
                required=True,
                hint=t("From -90 to 100: -10 lowers each price by 10 %. New prices are rounded."),
                on_change=state.forget_new_prices,
            ),
            rx.cond(state.new_prices, _preview(state.new_prices)),
            on_submit=state.preview_prices,
            submit=rx.cond(
                state.new_prices & (state.new_prices.changes.length() > 0),
                button(t("Change prices"), on_click=state.change_prices),
                button(t("Preview"), type="submit"),
            ),
            error=state.price_error,
            open=state.pricing,
            on_close=state.close_prices,
            title=t("Change prices"),
            name="change-prices",
            class_name="sm:max-w-md",
        ),
        dialog(
            rx.el.ul(rx.foreach(state.refused, _refusal), class_name="divide-y divide-line"),
            rx.el.div(close_button(t("OK"), variant="primary"), class_name="flex justify-end"),
            open=state.refused.length() > 0,
            on_close=state.close_report,
            title=t("Some ads were not changed"),
            name="bulk-report",
            class_name="sm:max-w-md",
        ),
    )
