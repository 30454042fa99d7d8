"""The State of the rules page."""

import asyncio

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import MarketplaceError
from marketplace.domain import ads, moderation, trust
from marketplace.domain.ads import messages as ads_messages
from marketplace.domain.trust import RuleReplay, RuleView, messages
from marketplace.domain.views import View
from marketplace.i18n.texts import t
from marketplace.web.admin import times
from marketplace.web.admin.admin_state import AdminState
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl

_PROGRESS_S = 0.5


class RuleLine(View):
    """A rule with its texts; `changed` is empty for a rule as shipped, `history` has a line for each change."""

    rule: RuleView
    weight: str
    changed: str = ""
    history: tuple[str, ...] = ()


def _describe(number: int, enabled: bool, weight: float, name: str, when: str) -> str:
    values = {"number": number, "weight": f"{weight:g}", "name": name, "when": when}
    if enabled:
        return t("{number}: weight {weight} – {name}, {when}", **values)
    return t("{number}: off – {name}, {when}", **values)


def _line(rule: RuleView) -> RuleLine:
    history = tuple(
        _describe(each.number, each.enabled, each.weight, each.changed_by, times.format_time(each.changed_at))
        for each in rule.history
    )
    changed = times.format_by(rule.history[0].changed_by, rule.history[0].changed_at) if rule.history else ""
    return RuleLine(rule=rule, weight=f"{rule.weight:g}", changed=changed, history=history)


class RulesState(AdminState, rx.State):
    """The table of rules, and the change that is tried before it is published.

    Attributes:
        trying: whether a replay runs; it goes on in the background, and `percent` of it is done.
    """

    rules: list[RuleLine] = []
    price_cut: str = ""
    shown: RuleLine | None = None
    replay: RuleReplay | None = None
    trying: bool = False
    percent: int = 0
    error: str = ""
    # Rises when the result of a replay that runs is no longer wanted.
    _trial: int = 0

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - the page has no parameters
        """Load the rules; the layout shows a login to other visitors."""
        return {
            "rules": [_line(rule) for rule in trust.list_rules(db, actor)],
            "price_cut": str(ads.get_price_cut_bound(db, actor)),
        }

    @rx.event
    async def save_price_cut(self, form: dict[str, str]) -> None:
        """Set by how much sellers may lower a price without review."""
        percent = str(form.get("percent", ""))
        await self._execute_and_reload(ads.set_price_cut_bound, percent, done=t(ads_messages.CUT_BOUND_SET))

    @rx.event
    def show(self, code: str) -> None:
        """Open the dialog that changes a rule."""
        self._discard_replay()
        self.shown = next((line for line in self.rules if line.rule.code == code), None)

    @rx.event
    def close(self) -> None:
        """Close the dialog without a change."""
        self._discard_replay()
        self.shown = None

    @rx.event
    def forget_replay(self) -> None:
        """Discard the result of a replay, since the values in the form differ from those that were tried."""
        self._discard_replay()

    def _discard_replay(self) -> None:
        self.replay, self.trying, self.percent, self.error = None, False, 0, ""
        self._trial += 1

    @rx.event(background=True)
    async def preview(self, form: dict[str, str]) -> None:
        """Try the values of the form on the messages and ads of the last days, while the page stays usable."""
        async with self:
            if self.shown is None:
                return
            self._discard_replay()
            trial, code = self._trial, self.shown.rule.code
            try:
                weight, days = float(form.get("weight", "")), int(form.get("days", ""))
            except ValueError:
                self.error = t(messages.BAD_WEIGHT)
                return
            self.trying = True
        progress, enabled = moderation.Progress(), bool(form.get("enabled"))
        running = asyncio.create_task(
            self._execute(moderation.replay_rule, code, days=days, enabled=enabled, weight=weight, progress=progress)
        )
        while not (await asyncio.wait({running}, timeout=_PROGRESS_S))[0]:
            async with self:
                if self._trial == trial:
                    self.percent = progress.percent
        try:
            replay, error = running.result(), ""
        except MarketplaceError as problem:
            replay, error = None, problem.message
        async with self:
            if self._trial == trial:
                self.trying, self.replay, self.error = False, replay, error

    @rx.event
    async def publish(self) -> None:
        """Make the change live that was tried last."""
        if self.replay is None:
            return
        if await self._execute_with_toast(trust.change_rule, self.replay, done=t(messages.CHANGED)):
            self.shown = None
        await self._reload()

    @rx.event
    async def undo(self, code: str) -> None:
        """Bring back the values before the last change of a rule."""
        await self._execute_and_reload(trust.undo_rule, code, done=t(messages.UNDONE))
