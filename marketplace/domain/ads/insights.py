"""How often an ad is opened and saved, for its owner."""

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden
from marketplace.db.upsert import insert_or_update
from marketplace.domain import accounts
from marketplace.domain.ads import queries, visibility
from marketplace.domain.ads.access import find
from marketplace.domain.ads.schemas import AdInsights
from marketplace.models import AdViewCount


def record_view(db: Session, actor: Actor, ad_id: str) -> None:
    """Count that somebody opened the page of an ad. The owner, in either of their accounts, and admins are not counted.

    Raises:
        NotFound: no such ad.
    """
    ad = find(db, ad_id)
    if visibility.is_insider(actor, ad) or accounts.is_same_person(db, actor, ad.seller_id):
        return
    statement = insert_or_update(db, AdViewCount).values(ad_id=ad.id, count=1)
    db.execute(
        statement.on_conflict_do_update(
            index_elements=["ad_id"], set_={"count": AdViewCount.count + statement.excluded.count}
        )
    )


def get_insights(db: Session, actor: Actor, ad_id: str) -> AdInsights:
    """Return the numbers of an ad for its owner or an admin.

    Raises:
        NotSignedIn, Forbidden: not the owner or an admin.
        NotFound: no such ad.
    """
    actor.require()
    ad = find(db, ad_id)
    if not visibility.is_insider(actor, ad):
        raise Forbidden()
    opened, saves = queries.count_views_and_saves(db, [ad.id])[ad.id]
    return AdInsights(views=opened, saves=saves)
