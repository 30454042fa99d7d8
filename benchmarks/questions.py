"""The queries of the search benchmark. Each has several wordings, which are run in turn."""

from collections.abc import Sequence
from itertools import product

CITIES = ("Pune", "Delhi", "Bengaluru", "Mumbai", "Jaipur")
WORDS = ("sofa", "laptop", "bike", "flat", "camera", "phone")
PLACES = (("18.5204", "73.8567"), ("12.9716", "77.5946"), ("28.5245", "77.2066"))
MISSPELT = ("samsng gallaxy", "aple macbok", "refrigrator", "royl enfeild", "dinning tabel", "bycicle")
Params = dict[str, str]


def _each(key: str, values: Sequence[str], **more: str) -> list[Params]:
    return [{key: value, **more} for value in values]


def _near(**more: str) -> list[Params]:
    return [{"lat": lat, "lng": lng, "radiusKm": "10", **more} for lat, lng in PLACES]


def _page_50(asked: list[Params]) -> list[Params]:
    return [{**params, "_page": "50"} for params in asked]


def questions(category_id: str, subcategory_id: str, field_id: str, value: str) -> dict[str, list[Params]]:
    """Return the queries by name. `_page`, `_home` and `_facets` are options of the call, not parameters of the URL.

    Args:
        category_id: one with many ads; the others are a subcategory of it, a field of that and a frequent value.
    """
    keyword = _each("keyword", WORDS)
    city_and_type = [{"city": city, "producttype": kind} for city, kind in product(CITIES, ("sell", "rent"))]
    priced = [{"minPrice": low, "maxPrice": high} for low, high in (("5000", "10000"), ("20000", "25000"))]
    narrow = [{"keyword": word, "city": city, "producttype": "sell"} for word, city in product(WORDS, CITIES)]
    dynamic = {"categoryId": category_id, "subcategoryId": subcategory_id, f"field[{field_id}]": value}
    in_category = {"categoryId": category_id}
    plain: dict[str, list[Params]] = {
        "everything, newest": [{}],
        "one type": _each("producttype", ("sell", "rent", "lease")),
        "one type, by price": _each("producttype", ("sell", "rent"), sort="price_asc"),
        "keyword": keyword,
        "two words": _each("keyword", ("wooden sofa", "royal enfield", "dining table", "gaming laptop", "study desk")),
        "keyword, newest": _each("keyword", WORDS, sort="newest"),
        "keyword, by price": _each("keyword", WORDS, sort="price_asc"),
        "misspelt": _each("keyword", MISSPELT),
        "words that say filters": _each(
            "keyword", ("2bhk under 15k in pune", "bike 50000 to 80000", "laptop in delhi")
        ),
        "filtered: city and type": city_and_type,
        "filtered: price": priced,
        "filtered: category": [in_category],
        "filtered: a dynamic field": [dynamic],
        "filtered: keyword, city, type": narrow,
        "radius": _near(),
        "radius, nearest": _near(sort="distance"),
        "radius and keyword": _near(keyword="sofa"),
        "home town": _each("_home", CITIES),
        "home town and keyword": _each("_home", CITIES, keyword="sofa"),
    }
    faceted = {
        "faceted: keyword": _each("keyword", WORDS, _facets="1"),
        "faceted: city and type": [{**params, "_facets": "1"} for params in city_and_type],
        "faceted: category": [{**in_category, "_facets": "1"}],
        "faceted: a dynamic field": [{**dynamic, "_facets": "1"}],
        "faceted: radius and keyword": _near(keyword="sofa", _facets="1"),
        "nothing there": _each("keyword", ("sofa zzyzxq", "qqqq wwww"), city="Pune"),
    }
    return {
        **plain,
        **{f"{name}, page 50": _page_50(asked) for name, asked in plain.items() if name != "filtered: price"},
        **faceted,
    }


TYPED = (
    "s",
    "so",
    "sof",
    "sofa t",
    "lapt",
    "royal en",
    "phone in",
    "samsng",
    "wooden din",
    "2 b",
    "x",
    "ip",
    "phone t",
    "scooter ca",
    "camera b",
)

BAD: dict[str, str] = {
    "operators": 'sofa AND (bed OR NOT "chair* : ^ NEAR/3 & | ! <-> :*',
    "open quote": '"wooden sofa',
    "many quotes": '"' * 199,
    "5,000 characters": "sofa " * 1_000,
    "5,000 letters": "a" * 5_000,
    "200 different words": " ".join(f"word{number}x" for number in range(200)),
    "24 misspelt words": " ".join(f"{word[:-1]}q" for word in ("samsung", "galaxy", "wooden", "leather") * 6),
    "only stop words": "in the of and for with",
    "NUL": "so\x00fa \x00",
    "right-to-left marks": "\u202esofa\u202c \u200f\u200e",
    "half a pair": "sofa \ud800",
    "signs": "%_\\'\";--/*",
    "minus alone": "-sofa",
    "minus of nothing": "- -- ---",
    "one letter": "a",
    "digits": "1 2 3 4 5 6 7 8 9",
    "another script": "कुर्सी मेज़ सोफ़ा गाड़ी",
    "emoji": "🛋🛋🛋 👨‍👩‍👧",
}
