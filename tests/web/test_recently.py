"""What a tab shows of the ads its browser remembers."""

import asyncio

from sqlmodel import Session

from marketplace.models import AdStatus
from marketplace.settings import get_settings
from marketplace.web.recently import RecentState
from tests import factories
from tests.web.tabs import part, tab


def shown(root, ids: list[str]) -> list[str]:
    state = part(root, RecentState)
    asyncio.run(RecentState.show.fn(state, ids))
    return [card.id for card in state.cards]


def test_live_ads_in_the_order_they_were_told(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    first, second = (factories.ad(db, seller, category).id for _ in range(2))
    gone = factories.ad(db, seller, category, status=AdStatus.REJECTED).id
    assert shown(tab(db), [second, gone, first]) == [second, first]


def test_what_a_browser_makes_up_shows_nothing(db: Session):
    assert shown(tab(db), ["nothing", "", "' OR 1=1 --", "🛋" * 300]) == []


def test_no_more_than_the_setting_says(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    most = get_settings().recently_viewed
    ids = [factories.ad(db, seller, category).id for _ in range(most + 2)]
    assert shown(tab(db), ids) == ids[:most]


def test_forgetting_empties_the_row_and_tells_the_browser(db: Session):
    root = tab(db)
    seller, category = factories.seller(db), factories.category(db)
    shown(root, [factories.ad(db, seller, category).id])
    state = part(root, RecentState)
    RecentState.forget.fn(state)
    assert state.cards == []
    assert state.forgotten == 1
