"""The data of the home page."""

from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.domain.ads.schemas import CardView
from marketplace.models import AdStatus, AdType
from marketplace.web.base.page_url import PageUrl
from marketplace.web.pages.home import state
from tests import factories


def test_section_has_eight_cards_and_whether_there_are_more(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    for _ in range(9):
        factories.ad(db, seller, category, ad_type=AdType.RENT)
    factories.ad(db, seller, category, ad_type=AdType.LEASE, featured=True)
    factories.ad(db, seller, category, status=AdStatus.PENDING)

    rents = state.load_ad_section(db, ANONYMOUS, "rent")
    leases = state.load_ad_section(db, ANONYMOUS, "lease")
    sales = state.load_ad_section(db, ANONYMOUS, "sell")
    featured = state.load_ad_section(db, ANONYMOUS, state.FEATURED)

    assert (len(rents.cards), rents.more, rents.loading) == (8, True, False)
    assert (len(leases.cards), leases.more) == (1, False)
    assert (len(sales.cards), sales.more) == (0, False)
    assert [card.featured for card in featured.cards] == [True]


def test_extras_have_categories_and_the_number_of_live_ads(db: Session):
    seller, category = factories.seller(db), factories.category(db, "Furniture")
    factories.ad(db, seller, category)

    extras = state.load_extras(db, ANONYMOUS)

    assert [found.name for found in extras.categories] == ["Furniture"]
    assert extras.live_count == "1"


def test_home_begins_at_the_chosen_town(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    factories.ad(db, seller, category, name="In Pune", city="Pune", latitude=18.52, longitude=73.86)
    factories.ad(db, seller, category, name="In Delhi", city="Delhi", latitude=28.65, longitude=77.22)

    def load(city: str):
        return state.HomeState.load(db, Actor(city=city), PageUrl("/"))

    here, far, anywhere = load("Pune, Maharashtra"), load("Chandigarh"), load("anywhere")
    for section in ("near", "for_sale"):
        assert [card.name for card in here[section].cards] == ["In Pune", "In Delhi"]
        assert [card.name for card in far[section].cards] == ["In Delhi", "In Pune"]
    assert here["near_text"] == "In and around Pune"
    assert far["near_text"] == "Nothing in Chandigarh yet. These are the nearest."
    assert (anywhere["near"].cards, anywhere["near_text"]) == ((), "")
    assert [card.name for card in anywhere["for_sale"].cards] == ["In Delhi", "In Pune"]


def test_browsers_get_of_an_ad_what_its_card_shows(db: Session):
    factories.ad(db, factories.seller(db), factories.category(db))
    (card,) = state.load_ad_section(db, ANONYMOUS, "sell").model_dump()["cards"]
    assert card.keys() <= CardView.model_fields.keys() | {"line"}


def test_browsers_get_no_empty_values_of_a_card(db: Session):
    factories.ad(db, factories.seller(db), factories.category(db), name="Sofa", title="Hardly used")
    (card,) = state.load_ad_section(db, ANONYMOUS, "sell").model_dump()["cards"]
    assert (card["display_name"], card["line"]) == ("Sofa", "Hardly used")
    assert [name for name, value in card.items() if not value and name != "cover"] == []
    assert not {"saved", "featured", "reserved_until", "facts", "title", "fact_line"} & card.keys()
