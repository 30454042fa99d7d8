"""The demo's words: what people search for is there, and no ad contradicts itself."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import Session, select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.demo import load as demo
from marketplace.domain import listings, search
from marketplace.domain.paging import Window
from marketplace.models import AdType, AdVersion, AdVersionValue, Listing, Subcategory

pytestmark = pytest.mark.usefixtures("undrawn")


def test_ads_that_others_know_stay(loaded: Session):
    """Other people's tests look for these ads: name, city, type, price in paise and discount."""
    known = Counter((Path(__file__).parent / "known_ads.tsv").read_text().splitlines()[1:])
    found = [
        (each.name, each.city, each.ad_type, each.price_paise, each.discount_basis_points)
        for each in loaded.exec(select(AdVersion).where(AdVersion.number == 1))
    ]
    assert not known - Counter("\t".join("" if value is None else f"{value}" for value in row) for row in found)


# What people search for most: the query, the least number of ads, and the subcategories that fit.
SEARCHED = {
    "mobile": (12, "Smartphones"),
    "phone": (12, "Smartphones"),
    "used mobile phone": (12, "Smartphones"),
    "iphone": (5, "Smartphones"),
    "samsung mobile": (3, "Smartphones"),
    "car": (12, "Hatchbacks|Sedans|SUVs"),
    "second hand car": (12, "Hatchbacks|Sedans|SUVs"),
    "swift": (3, "Hatchbacks|Laptops"),
    "bike": (8, "Motorcycles|Scooters"),
    "royal enfield": (4, "Motorcycles"),
    "bullet": (4, "Motorcycles"),
    "scooty": (6, "Scooters"),
    "activa": (4, "Scooters"),
    "flat for rent": (10, "Flats"),
    "2 bhk flat for rent": (10, "Flats"),
    "house for rent": (5, "Houses & Villas|Flats"),
    "pg": (5, "Rooms & Shared Homes"),
    "room for rent": (5, "Rooms & Shared Homes"),
    "plot": (6, "Plots & Farmland"),
    "shop for rent": (6, "Shops & Showrooms"),
    "office": (6, "Offices"),
    "furniture": (12, "Sofas & Chairs|Beds & Wardrobes|Tables & Shelves"),
    "sofa": (6, "Sofas & Chairs"),
    "bed": (6, "Beds & Wardrobes"),
    "dining table": (4, "Tables & Shelves"),
    "fridge": (6, "Fridges & Washing Machines"),
    "washing machine": (6, "Fridges & Washing Machines"),
    "ac": (6, "Cooling"),
    "laptop": (8, "Laptops"),
    "tv": (6, "Televisions & Projectors"),
    "camera": (4, "Cameras"),
    "cycle": (6, "Bicycles"),
}


def test_common_searches_find_fitting_ads_first(db: Session, monkeypatch: pytest.MonkeyPatch):
    def search_all(session: Session, **_: object) -> int:
        rebuild(session)
        names = dict(session.exec(select(Subcategory.id, Subcategory.name)).all())
        subcategories = dict(session.exec(select(Listing.ad_id, Listing.subcategory_id)).all())
        for query, (least, fitting) in SEARCHED.items():
            page = search.list_ads(session, ANONYMOUS, search.SearchQuery(keyword=query), Window(1, 12))
            kinds = [names.get(subcategories[card.id] or "") for card in page.items[:least]]
            if len(kinds) < least or not set(kinds) <= set(fitting.split("|")):
                wrong[query] = kinds
        raise KeyboardInterrupt

    wrong: dict[str, list[str | None]] = {}
    rebuild = listings.rebuild
    monkeypatch.setattr(listings, "rebuild", search_all)
    with pytest.raises(KeyboardInterrupt):
        demo.load()
    assert wrong == {}


# Sentences with what the fields of the same ad may not say.
CONTRADICTIONS = [
    (r"scratch that only I can find", {"Condition": "Like new"}),
    (r"never worn|Scratch-free|showroom condition", {"Condition": "Good|Fair", "Owners so far": "Second|Third"}),
    (r"(wears|been to) .*one wedding|last wearing|Worn once", {"Times worn": "0", "Condition": "New with tag"}),
    (r"Move in on Monday|network points|pantry has", {"Condition": "Bare shell|Warm shell"}),
    (r"Ready shelves|Shelves, counter", {"Condition": "Bare shell"}),
    (r"Wardrobes and geysers", {"Furnishing": "Unfurnished"}),
    (r"The cook comes|meals included", {"Meals": "None"}),
    (r"deposit is two months|two months' deposit", {"Deposit": "1|3|4|5|6"}),
    (r"clutch", {"Gearbox": "Automatic", "Fuel": "Electric"}),
    (r"Oil was changed|smooth engine", {"Engine": "Electric"}),
    (r"games are discs|three games", {"Games included": "None"}),
    (r"Both controllers|two controllers", {"Controllers": "1|3|4"}),
    (r"[Ww]all mount", {"Mounting": "Table stand"}),
    (r"hundred-inch", {"Screen": "80|90|110|120"}),
    (r"kit lens", {"Lens": "Body only|50 mm f/1\\.8|24-105 mm"}),
    (r"sanded and oiled|Hardly sat on", {"Condition": "Needs a polish"}),
    (r"Solid wood", {"Material": "Metal|Fabric|Engineered wood"}),
    (r"low bills|Light on the electricity", {"Energy rating": "2 star|3 star"}),
    (r"[Hh]allmark", {"Metal": "Gold-plated|Steel"}),
    (r"hand-painted terracotta", {"Pot": "Ceramic|Grow bag|Metal"}),
    (r"We come the evening|Set up in four", {"Set-up": "Collect yourself"}),
    (r"The operator knows|Operator, mikes", {"Operator": "Extra"}),
    (r"[Ff]lowers (come )?fresh", {"Flowers": "Paper and silk"}),
    (r"linen", {"Linen": "None"}),
]
# Names with what the fields of the same ad must say, if they are filled in.
IN_NAMES = [
    (r"(\d) BHK", "Bedrooms", r"{0}"),
    (r"1 BHK", "Built-up area", r"[4-6]\d\d"),
    (r"3 BHK", "Built-up area", r"1[1-6]\d\d"),
    (r", (\d{4})$", "Year", r"{0}"),
    (r", (\d+ GB)$", "Storage|Memory", r"{0}"),
    (r"(\d) kg", "Capacity", r"{0}"),
    (r"(\d\d) inch", "Screen", r"{0}"),
    (r"(4K|Full HD)", "Resolution", r"{0}"),
    (r"(King|Queen|[Dd]ouble) bed", "Size", r"(?i){0}"),
    (r"for (women|men)\b", "For", r"(?i){0}"),
    (r"Electric", "Fuel|Engine", r"Electric"),
    (r"\b125\b", "Engine", r"125 cc"),
    (r"Royal Enfield", "Engine", r"Above 250 cc"),
    (r"Five-piece", "Pieces", r"5"),
    (r"(Unfurnished|semi-furnished|fully furnished)$", "Furnishing", r"(?i){0}"),
]


def test_ads_do_not_contradict_themselves(loaded: Session):
    values: dict[str, dict[str, str]] = {}
    for value in loaded.exec(select(AdVersionValue)):
        values.setdefault(value.version_id, {})[value.label] = value.text
    wrong = {
        version.name: found
        for version in loaded.exec(select(AdVersion))
        if (found := list(_contradictions(version, values.get(version.id, {}))))
    }
    assert wrong == {}


def _contradictions(version: AdVersion, values: dict[str, str]) -> Iterator[str]:
    texts = " ".join((version.title, version.short_description, version.description, version.terms))
    for pattern, fields in CONTRADICTIONS:
        if re.search(pattern, texts):
            yield from (
                f"{pattern}: {label} {values[label]}" for label, said in fields.items() if _is(values, label, said)
            )
    for pattern, labels, wanted in IN_NAMES:
        if found := re.search(pattern, version.name):
            said = wanted.format(*found.groups())
            yield from (
                f"{label} {values[label]}" for label in labels.split("|") if not _is(values, label, said, "absent")
            )
    if re.search(r"last price", texts) and re.search(r"negotiable|a little talk", texts):
        yield "negotiable or not"
    if version.ad_type is not AdType.SELL and re.search(r"moving|Part exchange|transfer|must go", texts):
        yield "sold or rented out"
    if "Year" in values and float(values["Driven"]) > (clock.now().year - int(values["Year"]) + 1) * 14_000:
        yield f"{values['Driven']} km"


def _is(values: dict[str, str], label: str, said: str, absent: str = "") -> bool:
    """Whether a field has a value that matches, or with `absent`, is not filled in."""
    return bool(re.fullmatch(said, values[label])) if values.get(label) else bool(absent)
