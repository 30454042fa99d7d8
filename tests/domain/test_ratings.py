import pytest

from marketplace.domain import ratings
from marketplace.settings import get_settings


@pytest.fixture(autouse=True)
def _average_from_three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(get_settings(), "review_average_from", 3)


@pytest.mark.parametrize(
    ("stars", "count", "text"),
    [(0, 0, ""), (10, 2, ""), (15, 3, "5.0"), (13, 3, "4.3"), (17, 4, "4.3"), (19, 4, "4.8"), (3, 3, "1.0")],
)
def test_an_average_is_rounded_half_up_and_needs_several_reviews(stars: int, count: int, text: str):
    assert ratings.average_text(stars, count) == text


def test_a_rating_in_short():
    assert ratings.rating_text(None, None) == ratings.rating_text(5, 1) == ""
    assert ratings.rating_text(72_000, 15_000) == "★ 4.8 (15,000)"


def test_nothing_is_said_of_an_account_without_deals():
    assert ratings.make_summary(deals=0, reviews=0, stars=0) == ratings.TradeSummary()


def test_a_summary_counts_deals_and_reviews():
    few = ratings.make_summary(deals=1, reviews=1, stars=5)
    assert (few.average, few.average_text, few.text, few.deals_text) == (None, "", "1 review", "1 completed deal")
    many = ratings.make_summary(deals=1_50_000, reviews=4, stars=17)
    assert (many.average, many.text, many.deals_text) == (4.3, "4 reviews", "1,50,000 completed deals")
