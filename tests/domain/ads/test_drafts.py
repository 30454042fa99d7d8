import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotSignedIn, TooLarge
from marketplace.domain import ads
from tests import factories


def test_sellers_and_admins_keep_drafts(db: Session):
    with pytest.raises(NotSignedIn):
        ads.save_draft(db, ANONYMOUS, {})
    with pytest.raises(Forbidden):
        ads.find_draft(db, factories.actor(factories.buyer(db)))


def test_latest_input_is_saved_by_ad_and_account(db: Session):
    seller = factories.actor(factories.seller(db))
    ads.save_draft(db, seller, {"name": "So"})
    ads.save_draft(db, seller, {"name": "Sofa"})
    ads.save_draft(db, seller, {"name": "Chair"}, ad_id="01M7YH44H3FVMP4547R0ZWQBC3")
    kept = ads.find_draft(db, seller)
    assert kept is not None
    assert kept.content == {"name": "Sofa"}
    edited = ads.find_draft(db, seller, ad_id="01M7YH44H3FVMP4547R0ZWQBC3")
    assert edited is not None
    assert edited.content == {"name": "Chair"}
    assert ads.find_draft(db, factories.actor(factories.seller(db))) is None


def test_discarded_draft_is_deleted(db: Session):
    seller = factories.actor(factories.seller(db))
    ads.discard_draft(db, seller)
    ads.save_draft(db, seller, {"name": "Sofa"})
    ads.discard_draft(db, seller)
    assert ads.find_draft(db, seller) is None


def test_too_large_drafts_are_refused(db: Session):
    with pytest.raises(TooLarge):
        ads.save_draft(db, factories.actor(factories.seller(db)), {"description": "x" * 100_001})
