"""The admin page with the rules that warn of fraud in the chat and in ads."""

import reflex as rx

from marketplace.domain.trust import Replay, Replayed, RuleReplay
from marketplace.i18n.texts import t
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState
from marketplace.web.base.page_state import list_or_placeholder
from marketplace.web.components.badge import badge
from marketplace.web.components.button import button, row_button
from marketplace.web.components.dialog import dialog
from marketplace.web.components.fields import checkbox, form_error, option, select_field, text_field
from marketplace.web.components.keyboard import send_hint
from marketplace.web.components.link import link
from marketplace.web.components.placeholders import empty_state
from marketplace.web.components.section import fact, page_title
from marketplace.web.components.table import row, table
from marketplace.web.layouts.sidebar import admin_page
from marketplace.web.page_registry import private_page
from marketplace.web.pages.admin_rules.state import RuleLine, RulesState

_HEADINGS = [t("Rule"), t("Status"), t("Weight"), t("Last change"), t("Actions")]


def _row(line: rx.Var[RuleLine]) -> rx.Component:
    rule = line.rule
    undo = row_button(t("Undo"), rule.title, icon="rotate-ccw", on_click=RulesState.undo(rule.code))
    return row(
        rx.el.div(
            rx.el.p(rule.title, class_name="font-medium"),
            rx.el.p(rule.code, class_name="text-sm text-muted [overflow-wrap:anywhere]"),
            class_name="min-w-40",
        ),
        rx.cond(rule.enabled, badge(t("On"), look="success"), badge(t("Off"), look="danger")),
        line.weight,
        rx.cond(line.changed, rx.el.span(line.changed, class_name="text-sm"), t("Never")),
        rx.el.div(
            row_button(t("Change"), rule.title, on_click=RulesState.show(rule.code)),
            rx.cond((rule.number > 0) & ~SessionState.moderates_only, undo),
            class_name="flex flex-wrap gap-2",
        ),
        labels=_HEADINGS,
        cards="xl",
    )


def _number(label: str, value) -> rx.Component:
    return fact(label, value, class_name="text-xl font-semibold")


def _codes(label: str, codes) -> rx.Component:
    shown = rx.cond(codes.length() > 0, codes.join(", "), t("nothing"))
    return rx.el.p(label, " ", shown, class_name="text-sm text-muted")


def _sample(one: rx.Var[Replayed]) -> rx.Component:
    ad = link(one.text, href=paths.review(one.ad_id), look="accent")
    return rx.el.li(
        rx.el.p(rx.cond(one.ad_id, ad, one.text), class_name="whitespace-pre-wrap [overflow-wrap:anywhere]"),
        _codes(t("Before:"), one.before),
        _codes(t("After:"), one.after),
        class_name="py-2.5 first:pt-0 last:pb-0",
    )


def _result(replay: rx.Var[RuleReplay]) -> rx.Component:
    return rx.el.div(
        _effect(
            replay.messages,
            t("Effect on recent messages"),
            (t("Warned"), t("Newly warned"), t("No longer warned")),
            t("No message would be judged differently."),
        ),
        _effect(
            replay.ads,
            t("Effect on recent ads"),
            (t("With a signal"), t("Gain the signal"), t("Lose the signal")),
            t("No ad would be judged differently."),
        ),
        role="status",
        class_name="flex flex-col gap-4",
    )


def _progress() -> rx.Component:
    return rx.el.div(
        rx.el.label(
            t("Trying it on recent messages and ads"),
            " (",
            RulesState.percent,
            " %)",
            html_for="rule-progress",
            class_name="text-sm text-muted",
        ),
        rx.el.progress(value=RulesState.percent, max=100, id="rule-progress", class_name="h-2 w-full"),
        class_name="flex flex-col gap-1.5",
    )


def _effect(replay: rx.Var[Replay], heading: str, labels: tuple[str, str, str], same: str) -> rx.Component:
    return rx.el.section(
        rx.el.h3(heading, class_name="text-sm font-semibold"),
        rx.el.dl(
            _number(t("Checked"), replay.checked),
            _number(labels[0], replay.flagged),
            _number(labels[1], replay.newly_flagged),
            _number(labels[2], replay.no_longer_flagged),
            class_name="grid grid-cols-2 gap-3 sm:grid-cols-4",
        ),
        rx.cond(
            replay.limited,
            rx.el.p(t("There were more; an even sample of them was checked."), class_name="text-sm text-muted"),
        ),
        rx.cond(
            replay.sample.length() > 0,
            rx.el.ul(
                rx.foreach(replay.sample, _sample),
                tab_index=0,
                class_name="max-h-56 divide-y divide-line overflow-y-auto rounded-control bg-sunken p-3.5",
            ),
            rx.el.p(same, class_name="text-sm text-muted"),
        ),
        class_name="flex flex-col gap-3",
    )


def _form() -> rx.Component:
    line = RulesState.shown
    return rx.el.form(
        checkbox(
            t("Gives warnings"),
            "enabled",
            default_checked=line.rule.enabled,
            on_change=RulesState.forget_replay,
        ),
        rx.el.div(
            text_field(
                t("Weight"),
                "rule-weight",
                field_name="weight",
                type="number",
                min="0",
                max="2",
                step="0.05",
                default_value=line.weight,
                on_change=RulesState.forget_replay,
                hint=t("From 0 to 2. The default is 1."),
            ),
            select_field(
                t("Try it on"),
                "rule-days",
                *[option(t("the last {days} days", days=days), str(days)) for days in (30, 90)],
                field_name="days",
                default_value="30",
            ),
            class_name="grid gap-4 sm:grid-cols-2",
        ),
        form_error(RulesState.error),
        rx.cond(RulesState.trying, _progress()),
        rx.cond(RulesState.replay, _result(RulesState.replay)),
        rx.el.div(
            button(t("Preview"), send_hint(), type="submit", variant="secondary", disabled=RulesState.trying),
            rx.cond(
                RulesState.replay,
                rx.cond(
                    SessionState.moderates_only,
                    rx.el.p(t("An administrator can publish it."), class_name="self-center text-sm text-muted"),
                    button(t("Publish"), data_once="true", on_click=RulesState.publish),
                ),
            ),
            class_name="flex justify-end gap-3",
        ),
        on_submit=RulesState.preview,
        no_validate=True,
        key=line.rule.code,
        class_name="flex flex-col gap-4",
    )


def _dialog() -> rx.Component:
    line = RulesState.shown
    return dialog(
        rx.cond(
            line,
            rx.fragment(
                rx.el.p(rx.el.b(line.rule.title)),
                _form(),
                rx.cond(
                    line.history.length() > 0,
                    rx.el.section(
                        rx.el.h3(t("History"), class_name="pb-1 text-sm font-semibold"),
                        rx.el.ul(
                            rx.foreach(line.history, rx.el.li), class_name="flex flex-col gap-1 text-sm text-muted"
                        ),
                    ),
                ),
            ),
        ),
        open=RulesState.shown.is_none() == False,  # noqa: E712
        on_close=RulesState.close,
        title=t("Change rule"),
        name="rule",
    )


def _price_cut() -> rx.Component:
    """The bound of price cuts that need no review."""
    return rx.el.section(
        rx.el.h2(t("Lower prices"), class_name="text-lg font-semibold"),
        rx.el.form(
            text_field(
                t("Lower by up to this many percent without review"),
                "price-cut",
                field_name="percent",
                type="text",
                input_mode="numeric",
                default_value=RulesState.price_cut,
                read_only=SessionState.moderates_only,
                hint=t(
                    "From 0 to 90. It counts from the last price that a moderator approved. 0: every new price is reviewed."
                ),
            ),
            rx.cond(SessionState.moderates_only, rx.fragment(), button(t("Save"), type="submit", variant="secondary")),
            on_submit=RulesState.save_price_cut,
            no_validate=True,
            key=RulesState.price_cut,
            class_name="flex max-w-md flex-col items-start gap-4",
        ),
        class_name="flex flex-col gap-3 rounded-box border border-line bg-raised p-4 sm:p-5",
    )


def rules() -> rx.Component:
    """The table of rules, and what else administrators set."""
    return admin_page(
        page_title(
            t("Rules"),
            t(
                "They warn the recipient of a message that resembles fraud, and mark ads with such a text in the queue. "
                "Try a change before you publish it."
            ),
        ),
        list_or_placeholder(
            RulesState,
            RulesState.rules,
            table(_HEADINGS, rx.foreach(RulesState.rules, _row), caption=t("Rules"), cards="xl"),
            empty_state(t("No rules."), icon="sliders-horizontal"),
        ),
        _price_cut(),
        _dialog(),
        here=paths.ADMIN_RULES,
    )


PAGES = [
    private_page(
        paths.ADMIN_RULES, rules, t("Rules"), t("The rules that warn of fraud in the chat and in ads."), RulesState
    )
]
