"""rentals.list_for_seller, list_for_buyer, list_between, count_by_status"""

import pytest
from sqlalchemy import event

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, Invalid, NotSignedIn
from marketplace.domain import chat, rentals
from marketplace.domain.paging import Window
from marketplace.models import AccountStatus
from tests import factories


@pytest.fixture
def three(scene):
    return [
        factories.enquiry(scene.db, scene.ad, buyer, scene.day(n), scene.day(n + 1))
        for n, buyer in enumerate((scene.buyer, scene.other, scene.buyer), start=1)
    ]


def test_only_own_enquiries_are_listed(scene):
    with pytest.raises(NotSignedIn):
        rentals.list_for_seller(scene.db, ANONYMOUS, scene.seller.id)
    for account in (scene.buyer, factories.seller(scene.db)):
        with pytest.raises(Forbidden):
            rentals.list_for_seller(scene.db, factories.actor(account), scene.seller.id)
    for account in (scene.other, scene.seller):
        with pytest.raises(Forbidden):
            rentals.list_for_buyer(scene.db, factories.actor(account), scene.buyer.id)
        with pytest.raises(Forbidden):
            rentals.list_between(scene.db, factories.actor(factories.buyer(scene.db)), scene.buyer.id, scene.seller.id)


def test_the_seller_sees_names_and_emails_newest_first(scene, three):
    page = rentals.list_for_seller(scene.db, factories.actor(scene.seller), scene.seller.id)
    assert [one.id for one in page.items] == [one.id for one in reversed(three)]
    newest = page.items[0]
    assert (newest.ad_name, newest.buyer_name, newest.buyer_email) == ("Mountain bike", "Ravi Iyer", scene.buyer.email)
    assert newest.moves == ("accept", "decline")


def test_the_buyer_sees_own_ones_without_emails(scene, three):
    page = rentals.list_for_buyer(scene.db, factories.actor(scene.buyer), scene.buyer.id)
    assert [one.id for one in page.items] == [three[2].id, three[0].id]
    assert {one.buyer_email for one in page.items} == {""}


def test_an_admin_sees_them(scene, three):
    admin = factories.actor(factories.admin(scene.db))
    assert rentals.list_for_seller(scene.db, admin, scene.seller.id).total == 3
    assert rentals.list_for_buyer(scene.db, admin, scene.buyer.id).total == 2


def test_filters_and_pages(scene, three):
    seller = factories.actor(scene.seller)
    rentals.decline(scene.db, seller, three[0].id)
    declined = rentals.list_for_seller(scene.db, seller, scene.seller.id, status="declined")
    assert [one.id for one in declined.items] == [three[0].id]
    second = rentals.list_for_seller(scene.db, seller, scene.seller.id, window=Window(2, 2))
    assert ([one.id for one in second.items], second.total, second.pages) == ([three[0].id], 3, 2)
    with pytest.raises(Invalid):
        rentals.list_for_seller(scene.db, seller, scene.seller.id, status="lost")


def test_counts_are_those_of_the_lists(scene, three):
    seller, buyer = factories.actor(scene.seller), factories.actor(scene.buyer)
    rentals.decline(scene.db, seller, three[0].id)
    counts = rentals.count_by_status(scene.db, seller)
    assert counts == rentals.EnquiryCounts(all=3, pending=2, declined=1)
    assert rentals.count_by_status(scene.db, buyer) == rentals.EnquiryCounts(all=2, pending=1, declined=1)
    assert rentals.count_by_status(scene.db, seller, ad_id="x") == rentals.EnquiryCounts()
    chat.block(scene.db, seller, scene.other.id)
    counts = rentals.count_by_status(scene.db, seller)
    assert counts.pending == rentals.list_for_seller(scene.db, seller, scene.seller.id, status="pending").total == 1
    for nobody, error in ((ANONYMOUS, NotSignedIn), (factories.actor(factories.admin(scene.db)), Forbidden)):
        with pytest.raises(error):
            rentals.count_by_status(scene.db, nobody)


def test_a_deleted_buyer_has_no_name_and_no_email(scene, three):
    scene.other.status = AccountStatus.DELETED
    factories.save(scene.db, scene.other)
    page = rentals.list_for_seller(scene.db, factories.actor(scene.seller), scene.seller.id)
    assert (page.items[1].buyer_name, page.items[1].buyer_email) == ("Deleted user", "")


def test_the_number_of_queries_does_not_grow(scene, three, connection):
    asked = []
    event.listen(
        connection,
        "before_cursor_execute",
        lambda *args: asked.append(args[2]) if args[2].startswith("SELECT") else None,
    )
    rentals.list_for_seller(scene.db, factories.actor(scene.seller), scene.seller.id, window=Window(1, 1))
    one = len(asked)
    rentals.list_for_seller(scene.db, factories.actor(scene.seller), scene.seller.id)
    assert len(asked) == 2 * one


def test_both_parties_see_theirs_in_the_chat(scene, three):
    seen = rentals.list_between(scene.db, factories.actor(scene.seller), scene.buyer.id, scene.seller.id)
    assert [one.id for one in seen] == [three[2].id, three[0].id]
