"""What a keyword finds: words, slips, joins, other words for the same, both scripts, and never an error."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.domain import search
from marketplace.domain.paging import EVERYTHING, Window
from marketplace.domain.search import SearchQuery
from marketplace.models import Ad
from tests import factories

NAMES = (
    "Teak sofa, three seats",
    "Samsung Galaxy S23 Ultra",
    "Apple MacBook Pro 14",
    "iPhone 13 128 GB",
    "Second hand washing machine",
    "Wooden wardrobe with mirror",
    "LG 55 inch 4K TV",
    "Dell laptop i5-1240p",
    "2 BHK flat",
    "3BHK flat",
    "Honda Activa scooter",
    "Café table",
    "लकड़ी की अलमारी",
    "Maruti Swift car",
    "Royal Enfield Bullet 350",
)


@pytest.fixture
def market(db: Session) -> list[Ad]:
    seller, category = factories.seller(db), factories.category(db, "Everything")
    return [factories.ad(db, seller, category, name=name) for name in NAMES]


def find(db: Session, keyword: str) -> list[str]:
    return [ad.name for ad in search.list_ads(db, ANONYMOUS, SearchQuery(keyword=keyword), EVERYTHING).items]


@pytest.mark.parametrize(
    ("keyword", "name"),
    [
        ("SOFAS", "Teak sofa, three seats"),
        ("samsng gallaxy", "Samsung Galaxy S23 Ultra"),
        ("aple macbok", "Apple MacBook Pro 14"),
        ("mac book", "Apple MacBook Pro 14"),
        ("i phone 13", "iPhone 13 128 GB"),
        ("iphone 128gb", "iPhone 13 128 GB"),
        ("iphnoe", "iPhone 13 128 GB"),
        ("secondhand washing", "Second hand washing machine"),
        ("washi", "Second hand washing machine"),
        ("almirah", "Wooden wardrobe with mirror"),
        ("almirah", "लकड़ी की अलमारी"),
        ("अलमारी", "लकड़ी की अलमारी"),
        ("lakdi", "लकड़ी की अलमारी"),
        ("55inch tv", "LG 55 inch 4K TV"),
        ('55" television', "LG 55 inch 4K TV"),
        ("i5-1240p", "Dell laptop i5-1240p"),
        ("scooty", "Honda Activa scooter"),
        ("cafe", "Café table"),
        ("gaadi", "Maruti Swift car"),
        ("गाड़ी", "Maruti Swift car"),
        ("bullett 350", "Royal Enfield Bullet 350"),
        # No ad here says "cupboard": that it is a word people use is enough to know it misspelt.
        ("cupbord", "Wooden wardrobe with mirror"),
        ("sofa set", "Teak sofa, three seats"),
        ("what is the price of a sofa", "Teak sofa, three seats"),
        ("मुझे अलमारी चाहिए", "लकड़ी की अलमारी"),
        ("i want to buy i phone 13", "iPhone 13 128 GB"),
    ],
)
def test_found(db: Session, market, keyword, name):
    assert name in find(db, keyword)


def test_units_stay_whole(db: Session, market):
    assert find(db, "2bhk") == ["2 BHK flat"]
    assert find(db, "3 bhk") == ["3BHK flat"]


def test_every_word_must_be_there(db: Session, market):
    assert find(db, "teak laptop") == []


def test_quotes_and_minus(db: Session, market):
    assert find(db, '"second hand"') == ["Second hand washing machine"]
    assert find(db, '"hand second"') == []
    assert find(db, "flat -2bhk") == ["3BHK flat"]
    assert len(find(db, "-flat")) == len(NAMES) - 2
    assert find(db, '"washing machine') == ["Second hand washing machine"]


@pytest.mark.parametrize(
    "keyword", ["tv bigger than 43 inch", "tv 43 inch or bigger", "tv at least 43 inch", "43 inch se bada tv"]
)
def test_a_bound_is_a_preference(db: Session, market, keyword):
    assert "LG 55 inch 4K TV" in find(db, keyword)


def test_a_year_as_a_bound_prefers_all_years_that_will_do(db: Session):
    seller, category = factories.seller(db), factories.category(db, "Cars")
    for name in ("Old car 2015", "Good car 2021", "Fine car 2019"):
        factories.ad(db, seller, category, name=name)
    assert find(db, "car 2018 or newer")[-1] == "Old car 2015"
    assert find(db, "car older than 2017")[0] == "Old car 2015"
    assert set(find(db, "car after 2018")[:2]) == {"Good car 2021", "Fine car 2019"}


def test_accessories_count_less_than_the_item(db: Session):
    seller, category = factories.seller(db), factories.category(db, "Things")
    factories.ad(db, seller, category, name="Air conditioner", description="Cools any office")
    factories.ad(db, seller, category, name="Office", description="It has an AC")
    assert find(db, "office with ac") == ["Office", "Air conditioner"]


def test_excluded_words_exclude_their_synonyms(db: Session):
    seller = factories.seller(db)
    category = factories.category(db, "Guitars & Keyboards")
    factories.ad(db, seller, category, name="Casio keyboard")
    factories.ad(db, seller, category, name="Spanish guitar")
    assert find(db, "guitar not keyboard") == ["Spanish guitar"]
    factories.ad(db, seller, factories.category(db, "Phones"), name="Phone, i phone 11")
    assert find(db, "phone not iphone") == []


def test_particles_between_the_words_of_a_name_are_ignored(db: Session):
    factories.ad(db, factories.seller(db), factories.category(db, "Home"), name="Washing machine")
    assert find(db, "kapde dhone ki machine") == ["Washing machine"]


def test_part_of_a_name_is_offered_if_no_ad_has_all_of_it(db: Session):
    factories.ad(db, factories.seller(db), factories.category(db, "Building"), name="Cement, ten bags")
    page = search.list_ads(db, ANONYMOUS, SearchQuery(keyword="concrete mixer"), EVERYTHING)
    assert [ad.name for ad in page.similar] == ["Cement, ten bags"]


def test_asking_words_are_searched_if_there_are_no_others(db: Session, market):
    assert find(db, "looking for") == []
    factories.ad(db, factories.seller(db), factories.category(db), name="Looking glass")
    assert find(db, "looking") == ["Looking glass"]
    assert find(db, '"looking glass"') == ["Looking glass"]
    assert find(db, '"looking" sofa') == []


def test_a_misspelt_word_is_named(db: Session, market):
    page = search.list_ads(db, ANONYMOUS, SearchQuery(keyword="teek sofa"), EVERYTHING)
    assert page.corrected == "teak sofa"
    page = search.list_ads(db, ANONYMOUS, SearchQuery(keyword='teek "three seats"'), EVERYTHING)
    assert page.corrected == '"three seats" teak'
    assert search.list_ads(db, ANONYMOUS, SearchQuery(keyword="teak sofa"), EVERYTHING).corrected == ""


def test_a_model_number_is_never_corrected_to_another(db: Session, market):
    assert find(db, "i5-1250p") == []


def test_the_name_counts_most(db: Session):
    seller, category = factories.seller(db), factories.category(db, "Things")
    factories.ad(db, seller, category, name="Sofa")
    factories.ad(db, seller, category, name="Carpet", title="Goes with a sofa")
    factories.ad(db, seller, category, name="Lamp", description="Stood beside the sofa")
    assert find(db, "sofa") == ["Sofa", "Carpet", "Lamp"]


def test_category_and_place_are_words_too(db: Session):
    ad = factories.ad(db, factories.seller(db), factories.category(db, "Furniture"), name="Lamp", place="Kothrud")
    assert find(db, "furniture") == find(db, "kothrud lamp") == ["Lamp"]
    assert ad.id


HARD = (
    '"', '""', "-", "--", "- -", '-"', "NOT", "sofa AND", "OR OR", "NEAR(a b)", "name:sofa", "a*", "^sofa", "(", ")",
    "sofa)", "'", "sofa'", "\\", "%", "_", "_all", "_tsell", ":*", "a:b", "!", "!!", "& |", "<->", "sofa <-> x", "::", "{name}:a",
    "\x00", "so\x00fa", "\u202esofa", "\ud800", "the of and", "   ", "\n\t", "😀", "😀 sofa", "ﷺ", "İstanbul", "ß", "x" * 5000,
    "a " * 2500, '"a" ' * 1200, "-a " * 1500, "१२३", "క్షా", "9" * 400, "under 99999999999999999999999", "1e999", "½", "①",
    "between 5 and", "to to to", "$$", "$", "sofa; DROP TABLE listings", "under ₹ in to for", "0 to 0", "last 9999 years",
)  # fmt: skip


@pytest.mark.parametrize("keyword", HARD)
def test_hostile_input_gives_an_answer(db: Session, market, keyword):
    for literal in (False, True):
        page = search.list_ads(db, ANONYMOUS, SearchQuery(keyword=keyword, literal=literal), Window(1, 5), facets=True)
        assert page.total >= len(page.items)
    search.suggest(db, ANONYMOUS, keyword)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.text(max_size=60), st.text(alphabet="ab 0123456789-\"'*():&|!<>_₹k.,to", max_size=40)))
def test_any_text_gives_an_answer(db: Session, market, keyword):
    search.list_ads(db, ANONYMOUS, SearchQuery(keyword=keyword), Window(1, 5), facets=True)
    search.suggest(db, ANONYMOUS, keyword)


def test_only_stop_words_find_nothing(db: Session, market):
    assert find(db, "the of and") == []


def test_quoted_words_are_not_corrected(db: Session):
    seller, shelf = factories.seller(db), factories.category(db)
    for _ in range(3):
        factories.ad(db, seller, shelf, name="Wooden wardrobe")
    for literal, total in ((False, 3), (True, 0)):
        page = search.list_ads(db, ANONYMOUS, SearchQuery(keyword="wardorbe", literal=literal), Window(1, 5))
        assert (page.total, bool(page.corrected)) == (total, total > 0)
