import pytest
from sqlmodel import Session, select

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotFound, NotSignedIn, RuleBroken, TooMany
from marketplace.domain import ads
from marketplace.models import AdStatus, Block, ContactReveal
from marketplace.settings import get_settings
from tests import factories


def test_only_signed_in_buyers(db: Session):
    seller = factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db))
    with pytest.raises(NotSignedIn):
        ads.reveal_contact(db, ANONYMOUS, ad.id)
    for made in (seller, factories.admin(db)):
        with pytest.raises(Forbidden):
            ads.reveal_contact(db, factories.actor(made), ad.id)


def test_the_number_is_shown_and_counted_once(db: Session, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "limit_contact", "1 per hour")
    seller = factories.seller(db, phone="9812345678", whatsapp="9812345679")
    category, buyer = factories.category(db), factories.actor(factories.buyer(db))
    ad, other = factories.ad(db, seller, category), factories.ad(db, seller, category)
    for _ in range(2):
        contact = ads.reveal_contact(db, buyer, ad.id)
        assert (contact.phone, contact.whatsapp) == ("9812345678", "9812345679")
    assert len(db.exec(select(ContactReveal)).all()) == 1
    with pytest.raises(TooMany):
        ads.reveal_contact(db, buyer, other.id)


def test_numbers_of_sellers_without_calls_stay_hidden(db: Session):
    seller = factories.seller(db, takes_calls=False)
    ad = factories.ad(db, seller, factories.category(db))
    buyer = factories.actor(factories.buyer(db))
    assert not ads.get(db, buyer, ad.id).takes_calls
    with pytest.raises(Forbidden, match="doesn't take calls"):
        ads.reveal_contact(db, buyer, ad.id)


def test_blocked_buyers_get_no_number(db: Session):
    seller, buyer = factories.seller(db), factories.buyer(db)
    ad = factories.ad(db, seller, factories.category(db))
    factories.save(db, Block(blocker_id=seller.id, blocked_id=buyer.id))
    with pytest.raises(Forbidden):
        ads.reveal_contact(db, factories.actor(buyer), ad.id)


def test_only_while_the_ad_is_live(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    buyer = factories.actor(factories.buyer(db))
    with pytest.raises(RuleBroken):
        ads.reveal_contact(db, buyer, factories.ad(db, seller, category, status=AdStatus.SOLD).id)
    with pytest.raises(NotFound):
        ads.reveal_contact(db, buyer, factories.ad(db, seller, category, status=AdStatus.PENDING).id)
