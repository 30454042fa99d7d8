"""Own notifications, which are new until they are seen."""

import asyncio

from sqlmodel import Session

from marketplace.domain import content
from marketplace.web.pages.notifications.state import NotificationsState
from tests import factories
from tests.domain.ads.drafting import live, pending
from tests.web.tabs import part, sign, tab


def show(root) -> NotificationsState:
    page = part(root, NotificationsState)
    asyncio.run(NotificationsState.open.fn(page))
    return page


def notify(db: Session, account, name: str) -> None:
    content.notify(
        db, account.id, "ad_rejected", values={"name": name, "reason": "Blurred."}, link="/seller/edit/product/1"
    )
    db.commit()


def test_anonymous_visitor_sees_none(db: Session):
    notify(db, factories.seller(db), "Sofa")
    page = show(tab(db))
    assert (page.notifications.rows, page.loading) == ((), False)


def test_notification_has_the_reason_and_a_link(db: Session):
    seller, other = factories.seller(db), factories.seller(db)
    notify(db, seller, "Sofa")
    notify(db, other, "Table")
    (row,) = show(tab(db, seller)).notifications.rows
    assert row.text == "Your ad 'Sofa' was rejected: Blurred."
    assert row.link == "/seller/edit/product/1"


def test_notification_has_the_photo_of_its_ad_if_the_reader_may_see_it(db: Session):
    seller, buyer, category = factories.seller(db), factories.buyer(db), factories.category(db)
    for make in (live, pending):
        ad = make(db, seller, category, image_ids=[factories.upload(db, seller).id])
        content.notify(db, seller.id, "ad_featured", values={"name": "Sofa"}, ad_id=ad.id)
        content.notify(db, buyer.id, "ad_sold", values={"name": "Sofa"}, ad_id=ad.id)
    content.notify(db, buyer.id, "ads_still_available", values={"count": 2})
    db.commit()
    rows = show(tab(db, seller)).notifications.rows
    # The approval of the first one, too.
    assert [(row.about_ad, row.cover is not None) for row in rows] == [(True, True)] * 3
    rows = show(tab(db, buyer)).notifications.rows
    assert [(row.about_ad, row.cover is not None) for row in rows] == [(False, False), (True, False), (True, True)]


def test_new_notifications_stay_highlighted_while_the_page_is_open_and_count_as_read(db: Session):
    seller = factories.seller(db)
    notify(db, seller, "Sofa")
    root = tab(db, seller)
    page = show(root)
    notify(db, seller, "Table")
    asyncio.run(NotificationsState.refresh.fn(page))
    assert len(page.new_ids) == 2
    assert content.count_unread_notifications(db, factories.actor(seller)) == 0
    assert show(root).new_ids == []


def test_next_account_in_the_tab_sees_its_own(db: Session):
    seller, buyer = factories.seller(db), factories.buyer(db)
    notify(db, seller, "Sofa")
    root = tab(db, seller)
    show(root)
    sign(root, db, buyer)
    assert show(root).notifications.rows == ()
