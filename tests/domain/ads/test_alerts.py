"""Side effects of an approval."""

from sqlmodel import Session

from marketplace.domain import ads, content, jobs, saved_searches, search
from marketplace.jobs import schedule
from marketplace.models import AdStatus
from tests import factories


def test_approval_alerts_matching_saved_searches(db: Session):
    buyer, seller, shelf = factories.buyer(db), factories.seller(db), factories.category(db)
    query = search.parse_query({"keyword": "harmonium"})
    saved_searches.save_search(db, factories.actor(buyer), query, name="Harmonium")
    ad = factories.ad(db, seller, shelf, status=AdStatus.PENDING, name="Old harmonium")
    ads.approve(db, factories.actor(factories.admin(db)), ad.id)
    db.commit()
    assert jobs.run_due(schedule.HANDLERS) == 1
    assert content.count_unread_notifications(db, factories.actor(buyer)) == 1
