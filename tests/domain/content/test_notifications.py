import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import NotSignedIn
from marketplace.domain import content
from marketplace.domain.content import messages
from marketplace.domain.paging import Window
from tests import factories


def test_anonymous_callers_have_no_notifications(db):
    for verb in (content.list_notifications, content.count_unread_notifications, content.mark_notifications_read):
        with pytest.raises(NotSignedIn):
            verb(db, ANONYMOUS)


def test_everyone_reads_only_their_own(db):
    seller, other = factories.seller(db), factories.seller(db)
    content.notify(db, seller.id, "ad_approved", values={"name": "Sofa"}, link="/seller/ads")
    assert content.list_notifications(db, factories.actor(other)).items == ()
    assert content.mark_notifications_read(db, factories.actor(other)) == 0
    assert content.count_unread_notifications(db, factories.actor(seller)) == 1


def test_a_notification_has_a_text_and_a_link(db):
    actor = factories.actor(seller := factories.seller(db))
    content.notify(db, seller.id, "ad_rejected", values={"name": "Sofa", "reason": "blurred"}, link="/seller/ads")
    (notice,) = content.list_notifications(db, actor).items
    assert notice.text == "Your ad 'Sofa' was rejected: blurred"
    assert (notice.link, notice.read) == ("/seller/ads", False)


def test_reading_them_counts_once(db):
    actor = factories.actor(seller := factories.seller(db))
    for name in ("Sofa", "Table"):
        content.notify(db, seller.id, "ad_approved", values={"name": name})
    assert content.mark_notifications_read(db, actor) == 2
    assert content.mark_notifications_read(db, actor) == 0
    assert content.count_unread_notifications(db, actor) == 0
    assert all(notice.read for notice in content.list_notifications(db, actor).items)


def test_newest_first_in_pages(db):
    actor = factories.actor(seller := factories.seller(db))
    for n in range(5):
        content.notify(db, seller.id, "ad_approved", values={"name": f"Thing {n}"})
    page = content.list_notifications(db, actor, window=Window(page=2, limit=2))
    assert [notice.text.split("'")[1] for notice in page.items] == ["Thing 2", "Thing 1"]
    assert page.total == 5


def test_braces_in_a_name_stay_text(db):
    actor = factories.actor(seller := factories.seller(db))
    content.notify(db, seller.id, "ad_approved", values={"name": "{reason} {0}"})
    assert "{reason} {0}" in content.list_notifications(db, actor).items[0].text


def test_an_unknown_kind_or_a_missing_value_is_found_at_once(db):
    seller = factories.seller(db)
    with pytest.raises(KeyError):
        content.notify(db, seller.id, "no_such_kind")
    with pytest.raises(KeyError):
        content.notify(db, seller.id, "ad_approved")


def test_kinds_fit_their_column():
    assert all(len(kind) <= 40 for kind in messages.NOTICES)
