"""Facts on cards, and what a list of rows adds to them."""

import pytest
from sqlalchemy import event
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.domain import listings, search
from marketplace.domain.ads.schemas import AdCard
from marketplace.domain.paging import EVERYTHING
from marketplace.domain.search import SearchQuery
from marketplace.models import Ad, AdVersionValue, InputType
from tests import factories


@pytest.fixture
def shop(db: Session):
    return factories.seller(db), factories.category(db, "Cars")


def _value(db: Session, ad: Ad, label: str, text: str, input_type: InputType, position: int) -> None:
    subcategory = factories.subcategory(db, factories.category(db))
    field = factories.field(db, subcategory, label, input_type)
    number = float(text) if input_type is InputType.NUMBER and text else None
    factories.save(
        db,
        AdVersionValue(
            version_id=ad.live_version_id or "",
            field_id=field.id,
            label=label,
            input_type=input_type,
            text=text,
            number=number,
            position=position,
        ),
    )
    listings.refresh(db, ad.id)


def _cards(db: Session) -> tuple[AdCard, ...]:
    return search.add_details(db, ANONYMOUS, search.list_ads(db, ANONYMOUS, SearchQuery(), EVERYTHING).items)


def test_cards_have_no_details_unless_they_are_asked_for(db: Session, shop):
    factories.ad(db, *shop, description="One owner")
    (card,) = search.list_ads(db, ANONYMOUS, SearchQuery(), EVERYTHING).items
    assert (card.summary, card.facts) == ("", ())


def test_the_first_two_short_fields_are_facts(db: Session, shop):
    ad = factories.ad(db, *shop, description="One owner")
    for at, (label, text, kind) in enumerate(
        [
            ("Papers", "2027-05-01", InputType.DATE),
            ("Owners", "", InputType.NUMBER),
            ("Fuel", "Diesel " * 10, InputType.SELECT),
            ("Year", "2019", InputType.NUMBER),
            ("Brand", "Tata", InputType.TEXT),
            ("Seats", "5", InputType.NUMBER),
        ]
    ):
        _value(db, ad, label, text, kind, at)
    (card,) = _cards(db)
    assert [(fact.label, fact.text) for fact in card.facts] == [("Year", "2019"), ("Brand", "Tata")]
    assert card.fact_line == "Year: 2019 · Brand: Tata"


@pytest.mark.parametrize(
    ("label", "text", "kind", "line"),
    [
        ("Width (cm)", "120", InputType.NUMBER, "Width: 120 cm"),
        ("Storage", "128 GB", InputType.SELECT, "Storage: 128 GB"),
        ("Size", "XL", InputType.SELECT, "Size: XL"),
        ("Fuel", "Diesel", InputType.SELECT, "Fuel: Diesel"),
        # An option alone may say nothing, however long it is.
        ("Operator", "Included", InputType.SELECT, "Operator: Included"),
        ("Bedrooms", "2", InputType.NUMBER, "Bedrooms: 2"),
        ("Brand", "Godrej", InputType.TEXT, "Godrej"),
        ("Lens", "50 mm", InputType.TEXT, "Lens: 50 mm"),
    ],
)
def test_facts_on_cards_say_what_they_are(db: Session, shop, label: str, text: str, kind: InputType, line: str):
    _value(db, factories.ad(db, *shop), label, text, kind, 0)
    assert [card.fact_line for card in _cards(db)] == [line]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Pram", "Godrej · Width: 120 cm"),
        # Facts that the name repeats, or that do not fit, are skipped.
        ("Godrej pram", "Width: 120 cm"),
        ("Pram, 120", "Godrej · Material: Steel"),
        ("Godrej pram, 120, steel", ""),
        # Part of a word is another word.
        ("Godrejs pram", "Godrej · Width: 120 cm"),
    ],
)
def test_the_line_of_facts_adds_to_the_name_and_fits_into_a_card(db: Session, shop, name: str, line: str):
    ad = factories.ad(db, *shop, name=name)
    values = [
        ("Capacity (litres or kilograms)", "345", InputType.NUMBER),
        ("Brand", "Godrej", InputType.TEXT),
        ("Width (cm)", "120", InputType.NUMBER),
        ("Material", "Steel", InputType.SELECT),
    ]
    for at, (label, text, kind) in enumerate(values):
        _value(db, ad, label, text, kind, at)
    assert [card.fact_line for card in _cards(db)] == [line]


@pytest.mark.parametrize(
    ("texts", "summary"),
    [
        ({}, ""),
        ({"description": "  One\n\nowner  "}, "One owner"),
        ({"short_description": "Short", "description": ""}, "Short"),
        ({"short_description": "Short", "description": "Long"}, "Long"),
        ({"description": "word " * 1_000}, "word " * 43 + "word…"),
        ({"description": "x" * 1_000}, "x" * 219 + "…"),
    ],
)
def test_the_summary_is_the_beginning_of_the_description(db: Session, shop, texts: dict[str, str], summary: str):
    factories.ad(db, *shop, **texts)
    assert [card.summary for card in _cards(db)] == [summary]


def test_details_of_many_cards_take_one_statement(db: Session, connection, shop):
    for number in range(5):
        ad = factories.ad(db, *shop, description=f"Text {number}")
        _value(db, ad, "Year", str(2000 + number), InputType.NUMBER, 0)
    cards = search.list_ads(db, ANONYMOUS, SearchQuery(), EVERYTHING).items
    statements: list[str] = []

    def count(_connection, _cursor, statement, *_rest) -> None:
        statements.append(statement)

    event.listen(connection, "before_cursor_execute", count)
    detailed = search.add_details(db, ANONYMOUS, cards)
    event.remove(connection, "before_cursor_execute", count)
    assert len(statements) == 1
    assert [(card.summary, card.facts[0].text) for card in detailed] == [
        (f"Text {number}", str(2000 + number)) for number in (4, 3, 2, 1, 0)
    ]
    assert search.add_details(db, ANONYMOUS, ()) == ()
