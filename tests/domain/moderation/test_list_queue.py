import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, Invalid, NotSignedIn
from marketplace.domain import moderation
from marketplace.domain.paging import Window
from marketplace.models import AdStatus, Review
from tests import factories
from tests.domain.moderation.queued_ads import change, waiting


def test_only_admins_see_the_queue(db):
    with pytest.raises(NotSignedIn):
        moderation.list_queue(db, ANONYMOUS)
    with pytest.raises(Forbidden):
        moderation.list_queue(db, factories.actor(factories.seller(db)))


def test_oldest_first_resubmissions_in_front(db):
    seller, category = factories.seller(db), factories.category(db)
    young = waiting(db, seller, category, minutes=5)
    old = waiting(db, seller, category, minutes=60)
    again = waiting(db, seller, category, minutes=1, again=True)
    page = moderation.list_queue(db, factories.actor(factories.admin(db)))
    assert [row.id for row in page.items] == [again.id, old.id, young.id]
    assert page.total == 3


def test_a_row_shows_the_latest_version(db):
    seller, category = factories.seller(db, username="ravi"), factories.category(db, "Furniture")
    ad = factories.ad(db, seller, category, name="Old chair", price_paise=10_000_00)
    change(db, ad, name="Teak chair", discount_basis_points=1_000)
    (row,) = moderation.list_queue(db, factories.actor(factories.admin(db))).items
    assert (row.name, row.status, row.version, row.category_name) == ("Teak chair", "approved", 2, "Furniture")
    assert row.change.review == "waiting"
    assert row.price_text == "₹9,000"
    assert row.waiting_since is not None


def test_ads_by_status_and_rejected_changes_beside_rejected_ads(db):
    seller, category = factories.seller(db), factories.category(db)
    made = {status.value: factories.ad(db, seller, category, status=status) for status in AdStatus}
    change(db, refused := factories.ad(db, seller, category), review=Review.REJECTED)
    actor = factories.actor(factories.admin(db))
    found = {
        status: {row.id for row in moderation.list_queue(db, actor, status=status).items}
        for status in ("pending", "approved", "rejected", "paused", "sold", "expired")
    }
    assert found["rejected"] == {made["rejected"].id, refused.id}
    assert found["approved"] == {made["approved"].id, refused.id}
    for status in ("pending", "paused", "sold", "expired"):
        assert found[status] == {made[status].id}
    assert moderation.list_queue(db, actor, status="").total == 7  # all but the deleted one


def test_pages_and_words(db):
    seller, category = factories.seller(db), factories.category(db)
    for n in range(5):
        waiting(db, seller, category, minutes=50 - n, name=f"Lamp {n}")
    waiting(db, seller, category, minutes=1, name="100% wool")
    actor = factories.actor(factories.admin(db))
    page = moderation.list_queue(db, actor, window=Window(page=2, limit=2))
    assert [row.name for row in page.items] == ["Lamp 2", "Lamp 3"]
    assert (page.total, page.pages) == (6, 3)
    assert moderation.list_queue(db, actor, window=Window(page=9, limit=2)).items == ()
    assert [row.name for row in moderation.list_queue(db, actor, q="100%").items] == ["100% wool"]
    assert moderation.list_queue(db, actor, q="LAMP").total == 5
    assert moderation.list_queue(db, actor, q="\x00").total == 6


def test_an_unknown_status_is_refused(db):
    with pytest.raises(Invalid):
        moderation.list_queue(db, factories.actor(factories.admin(db)), status="draft")
