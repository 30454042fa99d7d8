import pytest

from marketplace.core.errors import Invalid
from marketplace.domain import catalog
from marketplace.domain.catalog import FieldView

YEAR = FieldView(id="year", label="Year", input_type="number", required=True)
FUEL = FieldView(id="fuel", label="Fuel", input_type="select", required=True, options=("Petrol", "CNG"))
SINCE = FieldView(id="since", label="Owned since", input_type="date")
PAPERS = FieldView(id="papers", label="Papers", input_type="file", required=True)
COLOUR = FieldView(id="colour", label="Colour", input_type="text")


def test_missing_values_are_named_in_one_sentence():
    with pytest.raises(Invalid) as caught:
        catalog.check_values([YEAR, COLOUR, FUEL, PAPERS], {"year": " ", "fuel": None})
    assert caught.value.message == "Missing required fields: Year, Fuel, Papers"
    assert [error["field"] for error in caught.value.errors] == ["year", "fuel", "papers"]


@pytest.mark.parametrize("value", [0, "0", 0.5, "-12.75", " 7 ", "1e3", 2**60])
def test_number_fields_accept_any_decimal(value):
    (checked,) = catalog.check_values([YEAR], {"year": value})
    assert checked.number == float(value)


@pytest.mark.parametrize("value", ["x", "99,50", "1,00", "1_000", "nan", "inf", "-inf", "1e999"])
def test_number_fields_refuse_other_values(value):
    with pytest.raises(Invalid, match="Year must be a number"):
        catalog.check_values([YEAR], {"year": value})


@pytest.mark.parametrize("value", ["40,000", "40 000", "40,000 km", "40000KM", "४०,०००"])
def test_number_fields_are_read_as_people_type_them(value):
    driven = FieldView(id="driven", label="Driven", input_type="number", unit="km", least="0", most="100000")
    (checked,) = catalog.check_values([driven], {"driven": value})
    assert (checked.number, checked.text) == (40_000, "40000")


@pytest.mark.parametrize("value", ["2026-12-31", "2026-12-31T00:00:00.000Z"])
def test_dates_are_stored_as_days(value):
    assert catalog.check_values([SINCE], {"since": value})[0].text == "2026-12-31"


@pytest.mark.parametrize("value", ["31.12.2026", "2026-02-30", "20261231", "2026-12-31Tea", "soon", 20261231])
def test_other_dates_are_refused(value):
    with pytest.raises(Invalid, match="must be a date"):
        catalog.check_values([SINCE], {"since": value})


def test_a_choice_is_among_the_options():
    assert catalog.check_values([FUEL], {"fuel": "CNG"})[0].text == "CNG"
    for wrong in ("cng", "Diesel"):
        with pytest.raises(Invalid, match="one of the options"):
            catalog.check_values([FUEL], {"fuel": wrong})


def test_texts_are_cleaned_and_bounded():
    assert catalog.check_values([COLOUR], {"colour": " deep\x00 red "})[0].text == "deep red"
    with pytest.raises(Invalid, match="at most 2000"):
        catalog.check_values([COLOUR], {"colour": "x" * 2001})


def test_empty_and_unknown_values_are_left_out():
    assert catalog.check_values([COLOUR, SINCE], {"colour": "", "unknown": "x"}) == []
