"""seller_profiles.get_seller_profile and the name of sellers"""

from datetime import UTC, datetime

import pytest
from sqlalchemy import event

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import NotFound
from marketplace.domain import accounts, ads, chat, seller_profiles
from marketplace.models import AccountKind, AccountStatus, AdStatus
from tests import factories


def test_facts_for_buyers(db):
    seller, category = factories.seller(db, created_at=datetime(2025, 3, 9, tzinfo=UTC)), factories.category(db)
    for status in (AdStatus.APPROVED, AdStatus.APPROVED, AdStatus.PENDING, AdStatus.SOLD):
        factories.ad(db, seller, category, status=status)
    factories.ad(db, factories.seller(db), category)
    profile = seller_profiles.get_seller_profile(db, ANONYMOUS, seller.id)
    assert (profile.since, profile.live_ads, profile.live_ads_text) == ("On Chowk since March 2025", 2, "2 live ads")
    assert (profile.replies_within, profile.reply_text) == (None, "")


def test_reply_time(db):
    seller = factories.seller(db)
    for _ in range(5):
        buyer = factories.buyer(db)
        chat.send(db, factories.actor(buyer), seller.id, "Is it still there?")
        chat.send(db, factories.actor(seller), buyer.id, "Yes")
    profile = seller_profiles.get_seller_profile(db, ANONYMOUS, seller.id)
    assert (profile.replies_within, profile.reply_text) == (60, "Usually replies within an hour")


def test_inactive_sellers_are_not_found(db):
    for account in (factories.seller(db, status=AccountStatus.SUSPENDED), factories.buyer(db)):
        with pytest.raises(NotFound):
            seller_profiles.get_seller_profile(db, ANONYMOUS, account.id)


def test_a_busy_seller_takes_no_more_statements(db):
    seller = factories.seller(db)

    def count_statements() -> int:
        seen: list[str] = []
        connection = db.connection()
        event.listen(connection, "before_cursor_execute", lambda *args: seen.append(args[2]))
        seller_profiles.get_seller_profile(db, ANONYMOUS, seller.id)
        return len(seen)

    before = count_statements()
    category = factories.category(db)
    for _ in range(6):
        factories.ad(db, seller, category)
        chat.send(db, factories.actor(factories.buyer(db)), seller.id, "Is it still there?")
    db.expire_all()
    assert count_statements() <= before + 1


@pytest.mark.parametrize(("shop", "shown"), [("Rao & Sons", "Rao & Sons"), ("", "Asha Rao")])
def test_one_name_everywhere(db, shop, shown):
    seller, buyer = factories.seller(db, name="Asha Rao", shop_name=shop), factories.buyer(db)
    ad = factories.ad(db, seller, factories.category(db))
    chat.send(db, factories.actor(buyer), seller.id, "Is it still there?")
    (conversation,) = chat.list_conversations(db, factories.actor(buyer), q=shown[:4].upper())
    contacts = accounts.list_contacts(db, factories.actor(buyer), kind=AccountKind.SELLER, q=shown)
    (row,) = ads.list_of_seller(db, factories.actor(seller), seller.id).items
    assert {
        seller_profiles.get_seller_profile(db, ANONYMOUS, seller.id).display_name,
        ads.get(db, ANONYMOUS, ad.id).seller_name,
        row.seller_name,
        conversation.other.name,
        *(contact.name for contact in contacts.items),
    } == {shown}
