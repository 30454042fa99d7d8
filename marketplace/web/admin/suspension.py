"""Dialog that suspends an account, for the list of accounts and the page of one."""

import reflex as rx

from marketplace.domain import accounts, cases, moderation
from marketplace.domain.cases import ReplyView
from marketplace.domain.moderation import AccountRow, messages
from marketplace.i18n.texts import t, tn
from marketplace.web.admin import times
from marketplace.web.admin.admin_state import AdminState
from marketplace.web.admin.canned_replies import canned_replies
from marketplace.web.components.button import button, row_button
from marketplace.web.components.dialog import autofocus, form_dialog
from marketplace.web.components.fields import option, select_field, text_area
from marketplace.web.components.keyboard import send_hint

# The options of the form.
_DAYS = {str(days): days for days in accounts.SUSPENSION_DAYS}


class SuspensionDialog(AdminState, rx.State, mixin=True):
    """Mixin of the States that suspend and restore accounts; `suspending` is the id in the dialog."""

    suspending: str = ""
    suspending_name: str = ""
    suspending_ends: str = ""
    suspension_replies: list[ReplyView] = []
    error: str = ""

    @rx.event
    async def open_suspend_dialog(self, account_id: str, name: str) -> None:
        """Open the dialog that says what the suspension ends, and asks for a reason and an end."""
        self.suspending_ends = await self._query(accounts.describe_suspension, account_id)
        self.suspension_replies = await self._query(cases.list_replies, purpose="suspension")
        self.suspending, self.suspending_name, self.error = account_id, name, ""

    @rx.event
    def close_suspend_dialog(self) -> None:
        """Close the dialog without suspending."""
        self.suspending = ""

    @rx.event
    async def suspend(self, form: dict[str, str]) -> None:
        """Suspend the account, for some days or without an end; its owner sees the reason."""
        reason, chosen, done = str(form.get("reason", "")), str(form.get("days", "")), t(messages.SUSPENDED)
        # What the form does not offer is refused as 0 is.
        days = _DAYS.get(chosen, 0) if chosen else None
        if await self._execute_in_form(moderation.suspend_account, self.suspending, reason, days=days, done=done):
            self.suspending = ""
            await self._reload()

    @rx.event
    async def restore(self, account_id: str) -> None:
        """Restore a suspended account."""
        await self._execute_and_reload(moderation.restore_account, account_id, done=t(messages.RESTORED))


def describe_suspension(row: AccountRow) -> str:
    """Return since when, until when and why an account is suspended; empty if it is not."""
    if row.suspended_at is None:
        return ""
    since, reason = times.format_time(row.suspended_at), row.suspended_reason
    if row.suspended_until is None:
        return t("Since {when}, without an end: {reason}", when=since, reason=reason)
    until = times.format_time(row.suspended_until)
    return t("From {when} to {until}: {reason}", when=since, until=until, reason=reason)


def suspension_button(state: type[SuspensionDialog], account: rx.Var[AccountRow], mine) -> rx.Component:
    """Button that suspends or restores an account; nothing for deleted ones, and a word for that of the caller."""
    suspend = row_button(
        t("Suspend"),
        account.username,
        icon="ban",
        on_click=state.open_suspend_dialog(account.id, account.username),
    )
    restore = row_button(t("Restore"), account.username, icon="rotate-ccw", on_click=state.restore(account.id))
    return rx.match(
        account.status,
        ("active", rx.cond(mine, rx.el.span(t("You"), class_name="self-center text-muted"), suspend)),
        ("suspended", restore),
        rx.fragment(),
    )


def suspension_dialog(state: type[SuspensionDialog]) -> rx.Component:
    """The dialog."""
    return form_dialog(
        rx.el.p(rx.el.b(state.suspending_name)),
        rx.el.p(
            t("This signs the account out everywhere and hides its ads. The reason is shown at the next sign-in."),
            class_name="text-muted",
        ),
        rx.cond(state.suspending_ends, rx.el.p(state.suspending_ends, class_name="font-medium")),
        select_field(
            t("How long"),
            "suspend-days",
            *[option(tn("{count} day", "{count} days", days), name) for name, days in _DAYS.items()],
            option(t("Without an end"), ""),
            field_name="days",
            default_value="",
            custom_attrs=autofocus(),
            hint=t("At the end the account is restored by itself, and its holder gets an email."),
        ),
        text_area(
            t("Reason"),
            "suspend-reason",
            field_name="reason",
            rows=3,
            max_length=500,
            required=True,
            hint=t("The account holder will read it."),
        ),
        canned_replies(state.suspension_replies, into="suspend-reason"),
        on_submit=state.suspend,
        submit=button(t("Suspend"), send_hint(), type="submit", variant="danger"),
        error=state.error,
        open=state.suspending != "",
        on_close=state.close_suspend_dialog,
        title=t("Suspend account"),
        name="suspend-account",
    )
