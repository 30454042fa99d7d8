"""Own notifications, which are new until they are seen."""

import asyncio

from sqlmodel import Session

from marketplace.domain import content
from marketplace.web.pages.notifications.state import NotificationsState
from tests import factories
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
