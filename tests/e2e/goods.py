"""Ads of the demo seller that scripts of browser tests look for."""

from dataclasses import dataclass

from tests.e2e import calls, tour
from tests.e2e.conftest import Site

# The list of the demo buyer, who lives there, begins with the nearest.
_NEAR_THE_BUYER = {
    "state": "Karnataka",
    "city": "Bengaluru",
    "place": "Jayanagar",
    "latitude": 12.93,
    "longitude": 77.58,
}


@dataclass(frozen=True)
class Goods:
    """Names of ads that the scripts look for, so that they depend on no other test and no demo text."""

    flat: str = "Quiet Corner Flat"
    camera: str = "Leica Q Camera"
    sofa: str = "Walnut Reading Chair"
    bargain: str = "Copper Water Jug"
    phones: tuple[str, ...] = ("Pixel Nine Phone", "Moto Edge Phone", "Nothing Two Phone")


def publish_goods(site: Site) -> Goods:
    """Let the demo seller post these ads and an administrator approve them, with an offer that waits for the seller."""
    made = Goods()
    flat = {"Bedrooms": "2", "Built-up area": "900", "Furnishing": "Semi-furnished"}
    publish(site, made.flat, "Homes", "Flats", flat, producttype="rent", priceUnit="month", price=25_000)
    for name, storage in zip(made.phones, ("64 GB", "128 GB", "256 GB"), strict=True):
        phone = {"Storage": storage, "Condition": "Good"}
        publish(site, name, "Mobiles & Tablets", "Smartphones", phone, **_NEAR_THE_BUYER, price=12_000)
    camera = {"Kind": "Compact", "Condition": "Good"}
    publish(site, made.camera, "TV, Audio & Cameras", "Cameras", camera, producttype="rent", priceUnit="day", price=900)
    publish(site, made.sofa, "Furniture", price=8_000)
    jug = publish(site, made.bargain, "Home Appliances", price=1_000)
    _ask(site, "buyer", "/offer", productId=jug, price=900, message="Paid in coins")
    return made


def _ask(site: Site, who: str, path: str, **body: object) -> dict:
    answer = calls.post(f"{site.url}/api{path}", json=body, headers=tour.headers(f"{site.url}/api", who))
    assert answer.is_success, answer.text
    return answer.json()


def publish(
    site: Site,
    name: str,
    category: str,
    subcategory: str = "",
    specifications: dict[str, str] | None = None,
    **values: object,
) -> str:
    """Post an ad as the demo seller and approve it as an administrator; it is in Pune unless the values say otherwise. Returns its id."""
    api = f"{site.url}/api"
    found = {one["name"]: one["_id"] for one in calls.get(f"{api}/category").json()["data"]}
    of = calls.get(f"{api}/subcategory", params={"category": found[category]}).json()["data"]
    kind = next((one for one in of if one["name"] == subcategory), {"_id": "", "dynamicFields": []})
    fields = [
        {"fieldRef": field["_id"], "label": field["label"], "inputType": field["inputType"], "value": text}
        for field in kind["dynamicFields"]
        if (text := (specifications or {}).get(field["label"]))
    ]
    draft = {
        "name": name,
        "title": "As good as new",
        "description": "Kept in a dry room.",
        "producttype": "sell",
        "state": "Maharashtra",
        "city": "Pune",
        "place": "Kothrud",
        "categoryId": found[category],
        "subcategoryId": kind["_id"],
        "fieldValues": fields,
    }
    ad_id = _ask(site, "seller", "/product", **(draft | values))["data"]["_id"]
    _ask(site, "admin", f"/admin/products/{ad_id}/approve")
    return ad_id
