"""The State of the account page."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import moderation
from marketplace.web import paths
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl


class AccountState(PageState, rx.State):
    """The number of open cases by the path of their page, for moderators; the session and `WaitingState` have all else."""

    cases: dict[str, int] = {}

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:  # noqa: ARG003 - one page for all URLs
        """Count the open cases for moderators; other people have none."""
        if not actor.is_staff:
            return {"cases": {}}
        kinds = moderation.get_load(db, actor).open
        return {"cases": {paths.OF_CASES[each.kind]: each.fresh + each.day + each.older for each in kinds}}
