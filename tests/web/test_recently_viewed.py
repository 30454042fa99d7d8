"""The row of recently viewed ads."""

import asyncio

from sqlmodel import Session

from marketplace.models import AdStatus
from marketplace.settings import get_settings
from marketplace.web.widgets.recently_viewed import RecentlyViewedState
from tests import factories
from tests.web.tabs import part, tab


def shown(root, ids: list[str]) -> list[str]:
    state = part(root, RecentlyViewedState)
    asyncio.run(RecentlyViewedState.load.fn(state, ids))
    return [card.id for card in state.cards]


def test_live_ads_keep_the_order_of_the_ids(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    first, second = (factories.ad(db, seller, category).id for _ in range(2))
    gone = factories.ad(db, seller, category, status=AdStatus.REJECTED).id
    assert shown(tab(db), [second, gone, first]) == [second, first]


def test_unknown_ids_show_nothing(db: Session):
    assert shown(tab(db), ["nothing", "", "' OR 1=1 --", "🛋" * 300]) == []


def test_number_of_ads_is_limited(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    most = get_settings().recently_viewed
    ids = [factories.ad(db, seller, category).id for _ in range(most + 2)]
    assert shown(tab(db), ids) == ids[:most]


def test_clearing_empties_the_row_and_the_browsers_history(db: Session):
    root = tab(db)
    seller, category = factories.seller(db), factories.category(db)
    shown(root, [factories.ad(db, seller, category).id])
    state = part(root, RecentlyViewedState)
    RecentlyViewedState.clear.fn(state)
    assert state.cards == []
    assert state.clear_count == 1


def test_the_newest_is_compared_with_others_of_its_kind(db: Session):
    seller, phones, flats = factories.seller(db), factories.category(db), factories.category(db)
    ids = [factories.ad(db, seller, kind).id for kind in (phones, flats, phones, flats, phones)]
    root = tab(db)
    shown(root, ids)
    assert part(root, RecentlyViewedState).compare_href == f"/compare?ads={ids[0]},{ids[2]},{ids[4]}"
    shown(root, ids[:2])
    assert part(root, RecentlyViewedState).compare_href == ""
