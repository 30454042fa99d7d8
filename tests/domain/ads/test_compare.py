"""ads.compare"""

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.domain import ads
from marketplace.models import Ad, AdStatus, AdVersionValue, FieldDefinition, InputType
from tests import factories


@pytest.fixture
def shop(db: Session):
    return factories.seller(db, name="Asha"), factories.category(db, "Phones")


def _say(db: Session, ad: Ad, field: FieldDefinition, text: str) -> None:
    value = AdVersionValue(
        version_id=ad.live_version_id or "",
        field_id=field.id,
        label=field.label,
        input_type=field.input_type,
        text=text,
        position=field.position,
    )
    factories.save(db, value)


def test_rows_hold_a_text_for_each_ad_in_the_order_of_the_fields(db: Session, shop):
    subcategory = factories.subcategory(db, shop[1])
    memory, colour = (factories.field(db, subcategory, label, InputType.TEXT) for label in ("Memory", "Colour"))
    bill = factories.field(db, subcategory, "Bill", InputType.FILE)
    first, second = (factories.ad(db, *shop, city=city) for city in ("Pune", "Mumbai"))
    _say(db, first, memory, "128 GB")
    _say(db, second, memory, "128 GB")
    _say(db, second, colour, "Blue")
    _say(db, second, bill, "/api/files/1")
    found = ads.compare(db, ANONYMOUS, [first.id, second.id, first.id])
    assert [ad.id for ad in found.ads] == [first.id, second.id]
    assert [(fact.label, fact.texts, fact.differs) for fact in found.facts] == [
        ("Place", ("Pune", "Mumbai"), True),
        ("Memory", ("128 GB", "128 GB"), False),
        ("Colour", ("", "Blue"), True),
        ("Seller", ("Asha", "Asha"), False),
        ("Posted", ("Today", "Today"), False),
    ]


def test_at_most_four_ads_are_compared(db: Session, shop):
    made = [factories.ad(db, *shop).id for _ in range(5)]
    assert [ad.id for ad in ads.compare(db, ANONYMOUS, made).ads] == made[:4]


def test_ads_that_the_reader_cannot_see_are_left_out(db: Session, shop):
    hidden, live = factories.ad(db, *shop, status=AdStatus.PENDING), factories.ad(db, *shop)
    assert [ad.id for ad in ads.compare(db, ANONYMOUS, [hidden.id, live.id]).ads] == [live.id]
    assert len(ads.compare(db, factories.actor(shop[0]), [hidden.id, live.id]).ads) == 2


@pytest.mark.parametrize("ids", [[], ["", "nothing", "' OR 1=1 --", "\x00", "🛋" * 300]])
def test_unknown_ads_compare_to_nothing(db: Session, ids: list[str]):
    assert ads.compare(db, ANONYMOUS, ids) == ads.Comparison()
