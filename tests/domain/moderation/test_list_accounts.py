import pytest

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, Invalid, NotFound, NotSignedIn
from marketplace.domain import moderation
from marketplace.domain.paging import Window
from marketplace.models import AccountStatus, AdStatus
from tests import factories


def test_only_admins_see_accounts(db):
    buyer = factories.buyer(db)
    for actor, error in ((ANONYMOUS, NotSignedIn), (factories.actor(buyer), Forbidden)):
        with pytest.raises(error):
            moderation.list_accounts(db, actor)
        with pytest.raises(error):
            moderation.get_account(db, actor, buyer.id)
        with pytest.raises(error):
            moderation.suspend_account(db, actor, buyer.id, "Spam")
        with pytest.raises(error):
            moderation.restore_account(db, actor, buyer.id)


def test_filters_words_and_pages(db):
    actor = factories.actor(admin := factories.admin(db))
    ravi = factories.seller(db, username="Ravi", name="Ravi Kumar", phone="9812345678")
    mina = factories.buyer(db, username="mina", status=AccountStatus.SUSPENDED)

    def found(**options):
        return [row.id for row in moderation.list_accounts(db, actor, **options).items]

    assert found() == [mina.id, ravi.id, admin.id]
    assert found(kind="seller") == [ravi.id]
    assert found(status="suspended") == [mina.id]
    for q in ("ravi", "KUMAR", "98123456", ravi.email, ravi.id):
        assert found(q=q) == [ravi.id]
    assert found(q="100%") == []
    assert found(window=Window(2, 2)) == [admin.id]
    for wrong in ({"kind": "user"}, {"status": "gone"}):
        with pytest.raises(Invalid):
            found(**wrong)


def test_a_row_counts_ads_that_are_not_deleted(db):
    seller, category = factories.seller(db), factories.category(db)
    for status in (AdStatus.APPROVED, AdStatus.SOLD, AdStatus.DELETED):
        factories.ad(db, seller, category, status=status)
    row = moderation.get_account(db, factories.actor(factories.admin(db)), seller.id)
    assert (row.ads, row.kind, row.status, row.email) == (2, "seller", "active", seller.email)


@pytest.mark.parametrize("account_id", ["", "nothing", "01M7YH44H3FVMP4547R0ZWQBC3", "\x00"])
def test_unknown_ids_are_not_found(db, account_id):
    with pytest.raises(NotFound):
        moderation.get_account(db, factories.actor(factories.admin(db)), account_id)
