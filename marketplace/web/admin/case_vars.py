"""Vars that all pages of cases load: canned replies, the filter by assignment, and the moderators to assign to."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import cases
from marketplace.domain.cases import ReplyView, StaffView
from marketplace.web.base.page_state import Vars
from marketplace.web.base.page_url import PageUrl

FILTERS = ("mine", "unassigned")


class CaseVars(rx.State, mixin=True):
    """Mixin of the States of pages with cases.

    Attributes:
        replies: canned replies for the answers of the page.
        staff: whom the caller can give a case to; empty for moderators.
        assigned: the filter of the list: mine, unassigned, or empty.
    """

    replies: list[ReplyView] = []
    staff: list[StaffView] = []
    assigned: str = ""

    @classmethod
    def _load_case_vars(cls, db: Session, actor: Actor, url: PageUrl, purpose: str = "") -> Vars:
        """Return the vars of this mixin.

        Args:
            purpose: of the canned replies; empty for none.
        """
        return {
            "replies": cases.list_replies(db, actor, purpose=purpose) if purpose else [],
            "staff": cases.list_staff(db, actor) if actor.is_admin else [],
            "assigned": parse_filter(url),
        }


def parse_filter(url: PageUrl) -> str:
    """Return the filter by assignment that the URL names; empty for all cases."""
    return url.choice("assigned", FILTERS)
