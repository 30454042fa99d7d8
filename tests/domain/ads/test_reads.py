import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotSignedIn
from marketplace.domain import ads
from marketplace.domain.ads.reads import find_last_read
from tests import factories


def test_admins_only(db: Session):
    seller = factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db))
    shown = ads.get(db, factories.actor(seller), ad.id)
    for actor, refusal in ((ANONYMOUS, NotSignedIn), (factories.actor(seller), Forbidden)):
        with pytest.raises(refusal):
            ads.record_reads(db, actor, [shown])
        assert find_last_read(db, actor, ad.id) is None


def test_the_last_read_of_each_admin_and_ad_counts(db: Session):
    one, other = factories.actor(factories.admin(db)), factories.actor(factories.admin(db))
    seller, category = factories.seller(db), factories.category(db)
    first, second = (factories.ad(db, seller, category) for _ in range(2))
    shown = [ads.get(db, one, ad.id) for ad in (second, first)]
    later = shown[1].model_copy(update={"version": 5})
    ads.record_reads(db, one, [*shown, shown[0]])
    ads.record_reads(db, one, [later])
    assert [find_last_read(db, one, ad.id) for ad in (first, second)] == [5, 1]
    assert [find_last_read(db, other, ad.id) for ad in (first, second)] == [None, None]
