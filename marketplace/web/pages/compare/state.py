"""The State of the page that shows ads side by side."""

import reflex as rx
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import ads
from marketplace.domain.ads import ComparedAd, ComparedFact
from marketplace.domain.views import View
from marketplace.web import paths
from marketplace.web.base.page_state import PageState, Vars
from marketplace.web.base.page_url import PageUrl


class Column(View):
    """An ad, and the URL of the page without it."""

    ad: ComparedAd
    without_href: str


class CompareState(PageState, rx.State):
    """The ads that the URL names."""

    columns: list[Column] = []
    facts: list[ComparedFact] = []

    @classmethod
    def load(cls, db: Session, actor: Actor, url: PageUrl) -> Vars:
        """Load the ads of the URL."""
        found = ads.compare(db, actor, url.params.get("ads", "").split(",")[: 2 * ads.COMPARED_MAX])
        ids = [ad.id for ad in found.ads]
        return {
            "columns": [
                Column(ad=ad, without_href=paths.compare(each for each in ids if each != ad.id)) for ad in found.ads
            ],
            "facts": list(found.facts),
        }
