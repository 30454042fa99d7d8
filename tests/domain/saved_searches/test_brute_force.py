"""A thousand random ads against many saved searches: alerts tell of exactly what asking every search finds."""

import random
from collections import defaultdict
from datetime import timedelta

import pytest
from sqlmodel import Session, select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.domain import listings, saved_searches, search
from marketplace.domain.paging import EVERYTHING
from marketplace.models import (
    Ad,
    AdStatus,
    AdType,
    AdVersion,
    AdVersionValue,
    Cadence,
    InputType,
    Notification,
    OutboxMail,
    Review,
    SavedSearchMatch,
)
from marketplace.settings import get_settings
from tests import factories

ADS, SEARCHES, BATCH = 1_000, 60, 100
THINGS = ["sofa", "wardrobe", "almirah", "phone", "scooter", "flat", "2bhk flat", "macbook", "air conditioner", "गाड़ी"]
WORDS = ["teak", "red", "old", "samsung", "55 inch", "i5-1240p", "furnished", "repaired", "imported", "second hand"]
ASKED = ["sofas", "cupboard", "mobile", "scooty", "mac book", "ac", "gaadi", "i5-1240p", "55 inch", "red -old", "teak"]
ASKED += [
    '"red teak"',
    "flat for rent",
    "phone in pune",
    "almirah under 2000",
    "1000 to 3000",
    "samsung phone",
    "secondhand",
]
CITIES = [("Pune", 18.52, 73.86), ("Thane", 19.22, 72.98), ("Delhi", 28.65, 77.23), ("", None, None)]


class Market:
    """Shelves with a field each, sellers, and chance."""

    def __init__(self, db: Session):
        self.db = db
        self.chance = random.Random(20)
        self.shelves = [factories.category(db, name) for name in ("Homes", "Vehicles", "Phones")]
        self.inner = [factories.subcategory(db, shelf) for shelf in self.shelves]
        self.fuel = [factories.field(db, one, "Make", InputType.SELECT, options=["A", "B"]) for one in self.inner]
        self.year = [factories.field(db, one, "Year", InputType.NUMBER) for one in self.inner]
        self.sellers = [factories.seller(db) for _ in range(3)]

    def maybe(self, value, share: float):
        return value if self.chance.random() < share else None

    def publish(self) -> None:
        """All ads at once."""
        now, pick = clock.now(), self.chance.choice
        for n in range(ADS):
            at = self.chance.randrange(3)
            city, latitude, longitude = pick(CITIES)
            approved = now - timedelta(days=self.chance.randrange(20), seconds=n)
            ad = Ad(
                seller_id=pick(self.sellers).id,
                status=AdStatus.APPROVED,
                versions=1,
                featured=self.chance.random() < 0.2,
                first_approved_at=approved,
                approved_at=approved,
            )
            version = AdVersion(
                ad_id=ad.id,
                number=1,
                name=" ".join([*self.chance.sample(WORDS, 1), pick(THINGS)]),
                description=" ".join(self.chance.sample(WORDS, 2)),
                ad_type=pick(list(AdType)),
                category_id=self.shelves[at].id,
                subcategory_id=self.maybe(self.inner[at].id, 0.7),
                city=city,
                latitude=latitude and latitude + self.chance.uniform(-0.3, 0.3),
                longitude=longitude and longitude + self.chance.uniform(-0.3, 0.3),
                price_paise=self.maybe(self.chance.randrange(5_000) * 100, 0.9),
                review=Review.APPROVED,
            )
            ad.submitted_version_id = ad.live_version_id = version.id
            self.db.add_all((ad, version))
            if version.subcategory_id:
                year = 2000 + self.chance.randrange(5)
                for field, text, number in ((self.fuel[at], pick("AB"), None), (self.year[at], f"{year}", year)):
                    self.db.add(
                        AdVersionValue(
                            version_id=version.id,
                            field_id=field.id,
                            label=field.label,
                            input_type=field.input_type,
                            text=text,
                            number=number,
                        )
                    )
        self.db.commit()
        listings.rebuild(self.db)
        self.db.commit()

    def params(self) -> dict[str, str]:
        """What a random search asks."""
        maybe, at = self.maybe, self.chance.randrange(3)
        _, lat, lng = self.chance.choice(CITIES[:3])
        low = self.chance.randrange(2_000)
        asked = {
            "keyword": maybe(self.chance.choice(ASKED), 0.8),
            "producttype": maybe(self.chance.choice(list(AdType)), 0.3),
            "categoryId": maybe(self.shelves[at].id, 0.3),
            "city": maybe(self.chance.choice(["Pune", "pune", "Delhi"]), 0.2),
            "minPrice": maybe(f"{low}", 0.2),
            "maxPrice": maybe(f"{low + 1_500}", 0.3),
            "postedWithinDays": maybe("7", 0.2),
            "featured": maybe(self.chance.choice(["true", "false"]), 0.15),
            "sellerId": maybe(self.chance.choice(self.sellers).id, 0.1),
            f"field[{self.fuel[at].id}]": maybe("A", 0.1),
            f"field[{self.year[at].id}]": maybe(self.chance.choice(["2001..2003", "2002", "..2001"]), 0.1),
        }
        if self.chance.random() < 0.2:
            asked |= {"lat": f"{lat}", "lng": f"{lng}", "radiusKm": self.chance.choice(["5", "25"])}
        return {name: str(value) for name, value in asked.items() if value}


@pytest.fixture
def market(db: Session, monkeypatch: pytest.MonkeyPatch) -> Market:
    monkeypatch.setattr(get_settings(), "saved_searches_max", SEARCHES)
    made = Market(db)
    made.publish()
    return made


# It publishes 1,000 ads, which takes half a minute on a quiet machine.
@pytest.mark.long
@pytest.mark.timeout(900)
def test_alerts_equal_the_results_of_searching(db: Session, market: Market):
    buyer = factories.buyer(db)
    saved: dict[str, dict[str, str]] = {}
    while len(saved) < SEARCHES:
        if params := market.params():
            query = search.parse_query(params)
            row = saved_searches.save_search(db, factories.actor(buyer), query, cadence=Cadence.WEEKLY)
            saved[row.id] = row.query
    db.commit()
    expected = {
        search_id: {ad.id for ad in search.list_ads(db, ANONYMOUS, search.parse_query(params), EVERYTHING).items}
        for search_id, params in saved.items()
    }
    ad_ids = list(db.exec(select(Ad.id)))
    for start in range(0, len(ad_ids), BATCH):
        for ad_id, candidates in saved_searches.find_candidates(db, ad_ids[start : start + BATCH]).items():
            saved_searches.match_ad(db, ad_id, candidates=candidates)
    told = defaultdict(set)
    for match in db.exec(select(SavedSearchMatch)):
        told[match.search_id].add(match.ad_id)
    wrong = {str(saved[key]): (len(told[key] - found), len(found - told[key])) for key, found in expected.items()}
    assert {asked: off for asked, off in wrong.items() if off != (0, 0)} == {}
    matches = sum(map(len, expected.values()))
    assert matches > 2_000
    assert sum(map(bool, expected.values())) > SEARCHES / 2
    # One person saved them all, and is told of each ad once.
    assert len(db.exec(select(Notification.id)).all()) == len(set().union(*expected.values()))
    assert db.exec(select(OutboxMail)).all() == []
