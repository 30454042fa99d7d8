"""/api/order/check"""

from datetime import timedelta

from marketplace.core import clock
from marketplace.domain import rentals
from marketplace.models import AdStatus, AdType
from tests import factories


def _check(client, headers, product_id, **more):
    return client.post("/api/order/check", json={"productId": product_id, **more}, headers=headers)


def test_anonymous_sellers_and_others(client, db):
    seller, buyer = factories.seller(db), factories.buyer(db)
    ad = factories.ad(db, seller, factories.category(db))
    assert _check(client, None, ad.id).status_code == 401
    assert _check(client, factories.bearer(db, seller), ad.id).status_code == 403
    assert _check(client, factories.bearer(db, buyer), ad.id, userId=factories.buyer(db).id).status_code == 403


def test_available_booked_and_sold(client, db):
    seller, buyer = factories.seller(db), factories.buyer(db)
    category, headers = factories.category(db), factories.bearer(db, buyer)
    ad = factories.ad(db, seller, category, ad_type=AdType.RENT)
    free = _check(client, headers, ad.id, userId=buyer.id).json()
    assert free["success"] is True
    assert free["available"] is True
    assert "Available" in free["message"]
    now = clock.now()
    enquiry = factories.enquiry(db, ad, buyer, now - timedelta(hours=1), now + timedelta(days=2))
    rentals.accept(db, factories.actor(seller), enquiry.id)
    db.commit()
    booked = _check(client, headers, ad.id).json()
    assert booked["available"] is False
    assert booked["message"].startswith("Already booked until ")
    assert "available" not in booked["message"].lower()
    sold = factories.ad(db, seller, category, status=AdStatus.SOLD)
    assert _check(client, headers, sold.id).json()["message"] == "Sold"


def test_invalid_ads(client, db):
    headers, seller, category = factories.bearer(db, factories.buyer(db)), factories.seller(db), factories.category(db)
    for product_id in ("", "rubbish", factories.ad(db, seller, category, status=AdStatus.PENDING).id):
        answer = _check(client, headers, product_id)
        assert (answer.status_code, answer.json()["message"]) == (404, "Product not found")
    assert _check(client, headers, factories.ad(db, seller, category, status=AdStatus.EXPIRED).id).status_code == 410
