"""The reviews of a deal or rental: the form of the caller's own, both of them, and the reply."""

from typing import ClassVar

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Forbidden, Invalid
from marketplace.domain import page_titles, reviews
from marketplace.domain.reviews import Exchange, ReviewDraft, messages
from marketplace.i18n.texts import t
from marketplace.models import ReportTarget
from marketplace.web.base.errors import errors_by_field
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button
from marketplace.web.components.fields import text_area
from marketplace.web.components.on_change import on_change
from marketplace.web.components.review import review_body, stars_field, tags_field
from marketplace.web.components.section import panel
from marketplace.web.live import LiveState
from marketplace.web.widgets.report_dialog import ReportMixin, report_dialog

_TAG = "tag-"


class ExchangeState(ReportMixin, PageState, rx.State):
    """The reviews of the deal or rental of the URL.

    Attributes:
        exchange: None unless the caller is a party of what is finished.
        review_errors: what is wrong with the form, by field.
        reply_error: what is wrong with the reply.
    """

    LOAD_FAILED: ClassVar[str] = t("Failed to fetch the reviews")

    exchange: Exchange | None = None
    review_errors: dict[str, str] = {}
    reply_error: str = ""

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the reviews of the deal or rental of the URL; none on the page of a deal that is not done."""
        if url.path.startswith("/deals/"):
            return {"exchange": reviews.find_exchange(db, actor, url.last)}
        exchange = reviews.get_exchange(db, actor, url.last)
        title = t("Reviews: {name}", name=exchange.ad_display_name)
        return {"exchange": exchange, "title": page_titles.full(title)}

    @rx.event
    async def write(self, form: dict[str, str]) -> None:
        """Write the caller's review."""
        if self.exchange is None:
            return
        subject = {"deal_id" if self.exchange.is_deal else "enquiry_id": self._page_url().last}
        chosen = [name.removeprefix(_TAG) for name, value in form.items() if name.startswith(_TAG) and value]
        draft = ReviewDraft(stars=str(form.get("stars", "")), tags=chosen, text=str(form.get("text", "")), **subject)
        self.review_errors = {}
        try:
            review = await self._execute(reviews.write_review, draft)
            done = t(messages.REVEALED) if review.revealed else t(messages.SENT, day=review.reveal_text)
            await self._toast("success", done)
        except Invalid as error:
            self.review_errors = errors_by_field(error)
            return
        except (Conflict, Forbidden) as error:
            # In another tab, or too late: the page shows what is so now.
            await self._toast("error", error.message)
        await self._reload()

    @rx.event
    async def reply(self, form: dict[str, str]) -> None:
        """Reply to the review about the caller."""
        if self.exchange is None or self.exchange.theirs is None:
            return
        self.reply_error = ""
        try:
            await self._execute(reviews.reply_to_review, self.exchange.theirs.id, str(form.get("reply", "")))
            await self._toast("success", t(messages.REPLIED))
        except Invalid as error:
            self.reply_error = error.message
            return
        except Conflict as error:
            await self._toast("error", error.message)
        await self._reload()

    async def _report_target(self) -> tuple[ReportTarget, str]:
        theirs = self.exchange.theirs if self.exchange else None
        return ReportTarget.REVIEW, theirs.id if theirs else ""


def review_panel() -> rx.Component:
    """What both parties say of each other; nothing before the deal or rental is finished."""
    exchange = ExchangeState.exchange
    return rx.fragment(
        on_change(LiveState.deals + LiveState.enquiries, ExchangeState.open),
        rx.cond(
            exchange,
            panel(
                t("Reviews"),
                rx.cond(exchange.can_write, _form()),
                rx.cond(exchange.mine, _mine()),
                rx.cond(exchange.theirs, _theirs(), _nothing_yet()),
            ),
        ),
        report_dialog(ExchangeState, t("Report this review"), name="report-review"),
    )


def _form() -> rx.Component:
    exchange = ExchangeState.exchange
    return rx.el.form(
        rx.el.p(
            t("How was it with"),
            " ",
            rx.el.b(exchange.other_name, class_name="text-ink [overflow-wrap:anywhere]"),
            "? ",
            t("You see each other's reviews once both are written, or on"),
            " ",
            exchange.closes_text,
            ".",
            class_name="text-sm text-muted",
        ),
        stars_field(ExchangeState.review_errors.get("stars", "")),
        tags_field(exchange.choices),
        text_area(
            t("Your review"),
            "text",
            rows=4,
            max_length=1000,
            error=ExchangeState.review_errors.get("text", ""),
            hint=t("Everyone can read it. Leave out phone numbers and addresses."),
        ),
        rx.el.div(button(t("Send review"), type="submit", icon="star")),
        on_submit=ExchangeState.write,
        no_validate=True,
        class_name="flex flex-col gap-4",
    )


def _mine() -> rx.Component:
    mine = ExchangeState.exchange.mine
    return rx.el.section(
        rx.el.h3(t("Your review"), class_name="text-sm font-semibold"),
        review_body(mine),
        rx.cond(
            mine.removed_reason,
            rx.el.p(badge(t("Removed"), look="danger"), " ", mine.removed_reason, class_name="text-sm text-muted"),
            rx.cond(
                ~mine.revealed,
                rx.el.p(
                    badge(t("Not shown yet"), icon="clock"),
                    " ",
                    t("Others see it once both reviews are written, or on"),
                    " ",
                    mine.reveal_text,
                    class_name="text-sm text-muted",
                ),
            ),
        ),
        class_name="flex flex-col gap-2",
    )


def _theirs() -> rx.Component:
    exchange = ExchangeState.exchange
    return rx.el.section(
        rx.el.h3(t("About you"), class_name="text-sm font-semibold"),
        review_body(exchange.theirs),
        rx.cond(
            exchange.can_reply,
            rx.el.form(
                text_area(
                    t("Your reply"),
                    "reply",
                    rows=2,
                    max_length=500,
                    error=ExchangeState.reply_error,
                    hint=t("Everyone can read it. You can reply once."),
                ),
                rx.el.div(button(t("Reply"), type="submit", variant="secondary")),
                on_submit=ExchangeState.reply,
                no_validate=True,
                class_name="flex flex-col gap-3",
            ),
        ),
        rx.el.div(
            button(t("Report"), variant="ghost", size="sm", icon="flag", on_click=ExchangeState.open_report),
            class_name="-ml-3",
        ),
        class_name="flex flex-col gap-3 border-t border-line pt-4",
    )


def _nothing_yet() -> rx.Component:
    """For a party who has written, and for both after the time is over."""
    exchange = ExchangeState.exchange
    return rx.cond(
        ~exchange.can_write & exchange.mine.is_none(),
        rx.el.p(t("The time for reviews is over."), class_name="text-sm text-muted"),
    )
