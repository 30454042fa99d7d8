"""Names of people on the admin pages, linked to their accounts."""

from datetime import datetime

import reflex as rx

from marketplace.domain.views import View
from marketplace.web import paths
from marketplace.web.admin import times
from marketplace.web.components.link import link


class By(View):
    """Who did something and when; everything is empty if nobody did."""

    name: str = ""
    account_id: str = ""
    when: str = ""


def make_by(name: str, account_id: str, moment: datetime | None) -> By:
    """Return who did something and when; empty without a moment."""
    return By(name=name or "–", account_id=account_id, when=times.format_time(moment)) if moment else By()


def person_link(name, account_id) -> rx.Component:
    """Name that links to the page of the account; a plain name without an id."""
    shown = link(
        name,
        href=paths.admin_account(account_id),
        class_name="underline decoration-control underline-offset-2 hover:text-accent",
    )
    return rx.cond(account_id, shown, rx.el.span(name))


def by_line(by: rx.Var[By], *before, class_name: str = "text-sm text-muted") -> rx.Component:
    """Line like "mina, 4 Dec 2026, 10:00" after other components; nothing if nobody did it."""
    return rx.cond(by.when, rx.el.p(*before, person_link(by.name, by.account_id), ", ", by.when, class_name=class_name))
