"""Notices: one's own, new until they were seen."""

import asyncio

from sqlmodel import Session

from marketplace.domain import content
from marketplace.web.pages.notices.state import NoticesState
from tests import factories
from tests.web.tabs import part, sign, tab


def show(root) -> NoticesState:
    page = part(root, NoticesState)
    asyncio.run(NoticesState.open.fn(page))
    return page


def tell(db: Session, account, name: str) -> None:
    content.notify(
        db, account.id, "ad_rejected", values={"name": name, "reason": "Blurred."}, link="/seller/edit/product/1"
    )
    db.commit()


def test_a_stranger_sees_none(db: Session):
    tell(db, factories.seller(db), "Sofa")
    page = show(tab(db))
    assert (page.notices.rows, page.loading) == ((), False)


def test_they_say_why_and_lead_to_where_it_is_mended(db: Session):
    seller, other = factories.seller(db), factories.seller(db)
    tell(db, seller, "Sofa")
    tell(db, other, "Table")
    (row,) = show(tab(db, seller)).notices.rows
    assert row.text == "Your ad 'Sofa' was rejected: Blurred."
    assert row.link == "/seller/edit/product/1"


def test_what_is_new_stays_marked_while_the_page_is_open_and_counts_as_read(db: Session):
    seller = factories.seller(db)
    tell(db, seller, "Sofa")
    root = tab(db, seller)
    page = show(root)
    tell(db, seller, "Table")
    asyncio.run(NoticesState.refresh.fn(page))
    assert len(page.fresh) == 2
    assert content.count_unread_notices(db, factories.actor(seller)) == 0
    assert show(root).fresh == []


def test_the_next_person_in_the_tab_sees_their_own(db: Session):
    seller, buyer = factories.seller(db), factories.buyer(db)
    tell(db, seller, "Sofa")
    root = tab(db, seller)
    show(root)
    sign(root, db, buyer)
    assert show(root).notices.rows == ()
