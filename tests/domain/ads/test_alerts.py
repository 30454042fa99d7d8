"""What an approval sets going beyond the ad itself."""

from sqlmodel import Session

from marketplace import upkeep
from marketplace.domain import ads, content, jobs, search
from marketplace.models import AdStatus
from tests import factories


def test_an_approved_ad_is_told_to_saved_searches_it_matches(db: Session):
    buyer, seller, shelf = factories.buyer(db), factories.seller(db), factories.category(db)
    query = search.parse_query({"keyword": "harmonium"})
    search.save_search(db, factories.actor(buyer), query, name="Harmonium")
    ad = factories.ad(db, seller, shelf, status=AdStatus.PENDING, name="Old harmonium")
    ads.approve(db, factories.actor(factories.admin(db)), ad.id)
    db.commit()
    assert jobs.run_due(upkeep.HANDLERS) == 1
    assert content.count_unread_notices(db, factories.actor(buyer)) == 1
