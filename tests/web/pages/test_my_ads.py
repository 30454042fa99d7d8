"""New prices of several ads, and the copy of an ad that lacks something."""

import asyncio

from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.domain import ads, deals
from marketplace.models import InputType
from marketplace.web import paths
from marketplace.web.pages.ad_form.state import AdFormState
from marketplace.web.pages.my_ads.state import MyAdsState
from tests import factories
from tests.domain.ads.drafting import live
from tests.web.tabs import part, tab


def test_new_prices_are_set_only_after_their_preview(db: Session):
    seller = factories.seller(db)
    ad = live(db, seller, factories.category(db), price=1235)
    page = part(tab(db, seller, paths.SELLER_ADS), MyAdsState)
    asyncio.run(MyAdsState.open.fn(page))
    MyAdsState.choose_page.fn(page)
    MyAdsState.open_prices.fn(page)
    asyncio.run(MyAdsState.change_prices.fn(page))
    asyncio.run(MyAdsState.preview_prices.fn(page, {"percent": "a lot"}))
    assert (page.new_prices, page.price_error) == (None, "Please enter a percentage from -90 to 100.")
    asyncio.run(MyAdsState.preview_prices.fn(page, {"percent": "-10"}))
    (change,) = page.new_prices.changes
    assert (change.before_text, change.after_text, change.at_once) == ("₹1,235", "₹1,110", True)
    # Another percentage has to be shown first.
    MyAdsState.forget_new_prices.fn(page)
    asyncio.run(MyAdsState.change_prices.fn(page))
    assert ads.get(db, ANONYMOUS, ad.id).price_text == "₹1,235"
    asyncio.run(MyAdsState.preview_prices.fn(page, {"percent": "-10"}))
    asyncio.run(MyAdsState.change_prices.fn(page))
    assert (page.pricing, ads.get(db, ANONYMOUS, ad.id).price_text) == (False, "₹1,110")


def test_a_copy_that_lacks_something_opens_in_the_form(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    subcategory = factories.subcategory(db, category)
    colour = factories.field(db, subcategory, "Colour", InputType.SELECT, options=["red"])
    given = [ads.FieldInput(field_ref=colour.id, value="red")]
    ad = live(db, seller, category, subcategory_id=subcategory.id, fields=given, name="Oak table")
    colour.options = ["blue"]
    factories.save(db, colour)
    page = part(tab(db, seller, paths.SELLER_ADS), MyAdsState)
    went = asyncio.run(MyAdsState.duplicate.fn(page, ad.id))
    assert f"{paths.POST_AD}?copy={ad.id}" in str(went)
    opened = part(tab(db, seller, f"{paths.POST_AD}?copy={ad.id}"), AdFormState)
    asyncio.run(AdFormState.open.fn(opened))
    assert (opened.ad_id, opened.values["name"]) == ("", "Oak table")
    # The select shows the value, and not another one.
    assert (opened.values[f"field:{colour.id}"], opened.specs[0].options) == ("red", ("blue", "red"))
    assert ads.count_by_status(db, factories.actor(seller), seller.id).all == 1


def test_a_lower_price_in_the_form_is_live_at_once(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    place = {"latitude": "18.507412", "longitude": "73.807749", "discount": 7.5}
    ad = live(db, seller, category, price=1000, **place)
    page = part(tab(db, seller, paths.edit_ad(ad.id)), AdFormState)
    asyncio.run(AdFormState.open.fn(page))

    asyncio.run(AdFormState.submit.fn(page, {"price": "800"}))
    assert page.error == ""
    assert ads.get(db, ANONYMOUS, ad.id).price_text == "₹740"


def test_the_dialog_sells_the_ads_that_it_asked_about(db: Session):
    seller, buyer, category = factories.seller(db), factories.buyer(db), factories.category(db)
    table, bed = (live(db, seller, category, price=1000).id for _ in range(2))
    deals.make_offer(db, factories.actor(buyer), table, 900)
    page = part(tab(db, seller, paths.SELLER_ADS), MyAdsState)
    asyncio.run(MyAdsState.open.fn(page))
    MyAdsState.choose_page.fn(page)
    asyncio.run(MyAdsState._sell_or_ask(page, page.chosen))
    assert "1 offer" in page.endings
    MyAdsState.clear_chosen.fn(page)
    asyncio.run(MyAdsState.sell_anyway.fn(page))
    assert {ads.get(db, factories.actor(seller), ad_id).status for ad_id in (table, bed)} == {"sold"}
