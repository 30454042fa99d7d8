"""The errors of the ad form, its drafts, and where it redirects."""

import asyncio

import pytest
from sqlmodel import Session

from marketplace.core.errors import Unavailable
from marketplace.domain import ads, search
from marketplace.models import AdType, InputType, PriceUnit
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.auth.session_state import SessionState
from marketplace.web.pages.ad_form import form
from marketplace.web.pages.ad_form.state import AdFormState
from tests import factories
from tests.web.tabs import part, sign, tab


async def submit(page: AdFormState) -> None:
    """Submit from the last step."""
    page.step = page.LAST_STEP
    await press_next(page)


async def press_next(page: AdFormState, **typed: str) -> None:
    await AdFormState.submit.fn(page, typed)


@pytest.mark.parametrize(
    ("ad_id", "words"),
    [("", "Failed to create product..."), ("01M7YH44H3FVMP4547R0ZWQBC3", "Failed to update product...")],
)
def test_unexpected_error_shows_the_message_of_the_action(
    db: Session, monkeypatch: pytest.MonkeyPatch, ad_id: str, words: str
):
    def broken(*_args: object) -> None:
        raise RuntimeError("secret detail")

    for function in ("submit", "revise"):
        monkeypatch.setattr(ads, function, broken)
    page = part(tab(db, factories.seller(db)), AdFormState)
    page.ad_id = ad_id
    asyncio.run(submit(page))
    assert page.error == words


def test_domain_error_keeps_its_message(db: Session, monkeypatch: pytest.MonkeyPatch):
    def away(*_args: object) -> None:
        raise Unavailable("The photos can't be reached.")

    monkeypatch.setattr(ads, "submit", away)
    page = part(tab(db, factories.seller(db)), AdFormState)
    asyncio.run(submit(page))
    assert page.error == "The photos can't be reached."


def open_form(page: AdFormState) -> None:
    asyncio.run(AdFormState.open.fn(page))


def test_login_opens_the_form(db: Session):
    root = tab(db, path=paths.POST_AD)
    page = part(root, AdFormState)
    open_form(page)
    assert (page.values, page.loading) == ({}, False)
    sign(root, db, factories.seller(db), paths.POST_AD)
    open_form(page)
    assert page.values["producttype"] == "sell"


def test_controls_of_the_server_are_kept_and_those_of_another_ad_replaced(db: Session):
    seller = factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db), name="Loom")
    root = tab(db, seller, paths.edit_ad(ad.id))
    page = part(root, AdFormState)
    # The server renders the page with the initial version.
    before = page.version
    open_form(page)
    assert (page.version, page.values["name"]) == (before, "Loom")
    sign(root, db, seller, paths.POST_AD)
    open_form(page)
    assert page.version > before
    assert "name" not in page.values


def test_reloaded_page_gets_what_was_typed_instead_of_the_draft(db: Session):
    page = part(tab(db, factories.seller(db), paths.POST_AD), AdFormState)
    open_form(page)
    asyncio.run(AdFormState.set_value.fn(page, "name", "Loom"))
    page._clean()
    open_form(page)
    assert page.offer is None
    assert page.values["name"] == "Loom"
    # Vars at their initial values are sent too, because the page from the server contains other values.
    assert {"offer", "values", "photos", "specs", "load_error"} <= page.dirty_vars


def test_the_pin_of_a_new_ad_begins_at_the_town_of_the_profile(db: Session):
    page = part(tab(db, factories.seller(db, city="Pune", state="Maharashtra"), paths.POST_AD), AdFormState)
    open_form(page)
    assert page.values["city"] == "Pune"
    assert page.values["latitude"].startswith("18.5")
    assert page.area is not None


def test_discarded_draft_leaves_an_empty_form(db: Session):
    seller = factories.seller(db)
    page = part(tab(db, seller, paths.POST_AD), AdFormState)
    open_form(page)
    asyncio.run(AdFormState.set_value.fn(page, "name", "Loom"))
    asyncio.run(AdFormState.discard_draft.fn(page))
    assert ads.find_draft(db, factories.actor(seller), ad_id="") is None
    assert (page.offer, page.values.get("name", "")) == (None, "")


def test_late_change_event_saves_no_draft_after_submission(db: Session, monkeypatch):
    seller = factories.seller(db)
    page = part(tab(db, seller, paths.POST_AD), AdFormState)
    monkeypatch.setattr(ads, "submit", lambda *_args: None)
    asyncio.run(AdFormState.open.fn(page))
    asyncio.run(AdFormState.set_value.fn(page, "name", "Loom"))
    assert ads.find_draft(db, factories.actor(seller), ad_id="") is not None
    asyncio.run(submit(page))
    asyncio.run(AdFormState.set_value.fn(page, "name", "Loom, late"))
    assert ads.find_draft(db, factories.actor(seller), ad_id="") is None


def test_admin_is_redirected_to_the_review_page(db: Session, monkeypatch):
    admin = factories.admin(db)
    page = part(tab(db, admin), AdFormState)
    page.ad_id = "01M7YH44H3FVMP4547R0ZWQBC3"
    monkeypatch.setattr(ads, "revise", lambda *_args: None)
    root = page._get_root_state()
    asyncio.run(part(root, SessionState)._load_session())

    assert f"/admin/queue/{page.ad_id}" in str(asyncio.run(AdFormState.submit.fn(page, {})))


def test_owner_is_an_option_however_many_sellers_exist(db: Session, monkeypatch):
    monkeypatch.setattr(get_settings(), "page_size_max", 1)
    ad = factories.ad(db, factories.seller(db, name="Zed"), factories.category(db))
    for name in ("Asha", "Bina"):
        factories.seller(db, name=name)
    opened = form.open_form(db, factories.actor(factories.admin(db)), ad.id)
    assert opened.sellers[0].value == ad.seller_id
    assert len({seller.value for seller in opened.sellers}) == len(opened.sellers) == 2


def test_the_price_unit_follows_the_type_and_the_category_until_one_is_chosen(db: Session):
    seller, homes = factories.seller(db), factories.category(db, rental_price_unit=PriceUnit.MONTH)
    page = part(tab(db, seller, paths.POST_AD), AdFormState)
    asyncio.run(AdFormState.open.fn(page))
    seen = [page.default_unit]
    asyncio.run(AdFormState.set_value.fn(page, "producttype", "rent"))
    seen.append(page.default_unit)
    asyncio.run(AdFormState.choose_category.fn(page, homes.id))
    seen.append(page.default_unit)
    assert seen == ["", "day", "month"]
    assert form.make_draft(page.values, [], []).price_unit == ""
    asyncio.run(AdFormState.set_value.fn(page, "priceUnit", "week"))
    assert form.make_draft(page.values, [], []).price_unit == "week"
    draft = ads.find_draft(db, factories.actor(seller), ad_id="")
    assert draft is not None
    assert draft.content["values"]["priceUnit"] == "week"
    asyncio.run(AdFormState.set_value.fn(page, "producttype", "sell"))
    assert form.make_draft(page.values, [], []).price_unit == ""


def test_the_form_of_an_ad_has_its_price_unit(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    ad = factories.ad(db, seller, category, ad_type=AdType.RENT, price_unit=PriceUnit.HOUR)
    assert form.open_form(db, factories.actor(seller), ad.id).values["priceUnit"] == "hour"


def test_a_new_ad_is_checked_step_by_step(db: Session):
    category = factories.category(db)
    page = part(tab(db, factories.seller(db), paths.POST_AD), AdFormState)
    open_form(page)
    asyncio.run(press_next(page))
    assert (page.step, page.errors) == (2, {})
    asyncio.run(press_next(page, price="cheap"))
    # The price belongs to the next step.
    assert page.step == 2
    assert page.errors == {"name": "Product name is required", "categoryId": "Category is required"}
    asyncio.run(AdFormState.set_value.fn(page, "name", "Loom"))
    assert page.errors == {"categoryId": "Category is required"}
    asyncio.run(AdFormState.choose_category.fn(page, category.id))
    # Nothing is left to complain about.
    assert (page.errors, page.error) == ({}, "")
    asyncio.run(press_next(page, name="Loom", categoryId=category.id, price="cheap"))
    assert (page.step, page.errors) == (3, {})
    asyncio.run(press_next(page))
    assert (page.step, list(page.errors)) == (3, ["price"])


def test_required_fields_of_the_subcategory_are_named_at_their_controls(db: Session):
    category = factories.category(db)
    subcategory = factories.subcategory(db, category)
    fields = [factories.field(db, subcategory, label, InputType.TEXT, required=True) for label in ("Year", "Colour")]
    page = part(tab(db, factories.seller(db), paths.POST_AD), AdFormState)
    open_form(page)
    asyncio.run(AdFormState.choose_category.fn(page, category.id))
    asyncio.run(AdFormState.choose_subcategory.fn(page, subcategory.id))
    asyncio.run(page.go_to(2))
    asyncio.run(press_next(page, name="Loom"))
    assert page.step == 2
    assert page.error == "Missing required fields: Year, Colour"
    assert page.errors == {f"field:{field.id}": f"Missing required fields: {field.label}" for field in fields}


def test_the_first_step_with_an_error_opens(db: Session):
    page = part(tab(db, factories.seller(db), paths.POST_AD), AdFormState)
    open_form(page)
    asyncio.run(AdFormState.set_value.fn(page, "price", "cheap"))
    asyncio.run(submit(page))
    assert page.step == 2
    assert {"name", "categoryId", "price"} <= page.errors.keys()


def test_a_double_click_on_next_skips_no_step(db: Session):
    page = part(tab(db, factories.seller(db), paths.POST_AD), AdFormState)
    open_form(page)
    for _ in range(2):
        asyncio.run(press_next(page, step="1"))
    assert page.step == 2


def test_steps_beyond_the_ends_do_not_exist(db: Session):
    page = part(tab(db, factories.seller(db), paths.POST_AD), AdFormState)
    steps = []
    for step in (-3, 99):
        asyncio.run(page.go_to(step))
        steps.append(page.step)
    assert steps == [1, page.LAST_STEP]


def test_the_heading_gets_the_focus_only_if_the_step_changes(db: Session):
    page = part(tab(db, factories.seller(db), paths.POST_AD), AdFormState)
    open_form(page)
    asyncio.run(page.go_to(2))
    assert page.moved
    asyncio.run(press_next(page))
    assert page.errors
    asyncio.run(page.go_to(2))
    assert not page.moved


def test_an_ad_is_saved_from_any_step(db: Session):
    seller = factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db), name="Loom")
    page = part(tab(db, seller, paths.edit_ad(ad.id)), AdFormState)
    open_form(page)
    asyncio.run(press_next(page, name="Wide loom", step="1"))
    db.expire_all()
    assert ads.get(db, factories.actor(seller), ad.id).name == "Wide loom"


def test_the_pin_goes_to_the_town_and_where_it_is_put(db: Session):
    seller = factories.seller(db)
    page = part(tab(db, seller, paths.POST_AD), AdFormState)
    open_form(page)
    for name, value in (("city", "Aurangabad"), ("state", "Bihar")):
        asyncio.run(AdFormState.set_value.fn(page, name, value))
    assert page.values["latitude"].startswith("24.7")
    asyncio.run(AdFormState.move_pin.fn(page, "18.520400", "73.856700"))
    assert page.area is not None
    assert (page.area.latitude, page.area.longitude) == (18.52, 73.86)
    draft = ads.find_draft(db, factories.actor(seller), ad_id="")
    assert draft is not None
    assert draft.content["values"]["longitude"] == "73.856700"


def test_the_pin_goes_from_the_town_to_its_locality_but_not_from_a_house(db: Session):
    page = part(tab(db, factories.seller(db), paths.POST_AD), AdFormState)
    open_form(page)
    for name, value in (("city", "Mumbai"), ("state", "Maharashtra"), ("place", "Andheri")):
        asyncio.run(AdFormState.set_value.fn(page, name, value))
    assert (page.values["latitude"], page.values["longitude"]) == ("19.124000", "72.831000")
    asyncio.run(AdFormState.move_pin.fn(page, "19.125500", "72.833300"))
    for place in ("Juhu", "Nowhere Lane", ""):
        asyncio.run(AdFormState.set_value.fn(page, "place", place))
        assert page.values["latitude"] == "19.125500"


def test_odd_coordinates_leave_no_map(db: Session):
    page = part(tab(db, factories.seller(db), paths.POST_AD), AdFormState)
    open_form(page)
    for latitude, longitude in (("nan", "inf"), ("1e30", "5"), ("0", "999"), ("", "")):
        page.values = {}
        asyncio.run(AdFormState.move_pin.fn(page, latitude, longitude))
        assert page.area is None


def test_the_preview_is_the_card_of_the_ad(db: Session):
    category = factories.category(db, rental_price_unit=PriceUnit.MONTH)
    page = part(tab(db, factories.seller(db), paths.POST_AD), AdFormState)
    open_form(page)
    typed = {"name": " Flat ", "producttype": "rent", "price": "15000", "discount": "10", "city": "Pune"}
    for name, value in typed.items():
        asyncio.run(AdFormState.set_value.fn(page, name, value))
    asyncio.run(AdFormState.choose_category.fn(page, category.id))
    card = page.preview
    assert (card.name, card.price_text, card.asked_text) == ("Flat", "₹13,500 a month", "₹15,000")
    assert (card.category_name, card.city) == (category.name, "")
    asyncio.run(AdFormState.set_value.fn(page, "price", "cheap"))
    assert page.preview.price_text == ""


def test_a_category_chosen_just_before_next_is_kept(db: Session):
    category = factories.category(db)
    page = part(tab(db, factories.seller(db), paths.POST_AD), AdFormState)
    open_form(page)
    asyncio.run(page.go_to(2))
    asyncio.run(AdFormState.choose_category.fn(page, category.id))
    # The select still showed the old value.
    asyncio.run(press_next(page, name="Loom", categoryId=""))
    assert (page.step, page.values["categoryId"]) == (3, category.id)


def test_a_chosen_category_takes_its_error_along(db: Session):
    seller, category = factories.seller(db), factories.category(db)
    page = part(tab(db, seller, paths.POST_AD), AdFormState)
    open_form(page)
    page.errors = {"categoryId": "Category is required", "name": "Product name is required"}
    asyncio.run(AdFormState.choose_category.fn(page, category.id))
    assert page.errors == {"name": "Product name is required"}


def test_the_category_is_chosen_from_the_name_unless_the_seller_chose_one(db: Session, monkeypatch: pytest.MonkeyPatch):
    guessed, other = factories.category(db), factories.category(db)
    monkeypatch.setattr(search, "guess_category", lambda _db, _actor, name: guessed.id if name == "Loom" else "")
    page = part(tab(db, factories.seller(db), paths.POST_AD), AdFormState)
    open_form(page)

    def type_name(name: str) -> tuple[str, str]:
        asyncio.run(AdFormState.set_value.fn(page, "name", name))
        return page.values.get("categoryId", ""), page.guessed_category

    assert type_name("Loo") == ("", "")
    assert type_name("Loom") == (guessed.id, guessed.id)
    asyncio.run(AdFormState.choose_category.fn(page, other.id))
    assert type_name("Loom, red")[0] == other.id
    assert type_name("Loom")[0] == other.id


def test_a_draft_is_restored_at_the_step_where_it_was_left(db: Session):
    seller = factories.seller(db)
    page = part(tab(db, seller, paths.POST_AD), AdFormState)
    open_form(page)
    asyncio.run(page.go_to(2))
    # Without anything typed there is no draft.
    assert ads.find_draft(db, factories.actor(seller)) is None
    asyncio.run(AdFormState.set_value.fn(page, "name", "Loom"))
    asyncio.run(page.go_to(4))
    later = part(tab(db, seller, paths.POST_AD), AdFormState)
    open_form(later)
    assert (later.step, bool(later.offer)) == (1, True)
    asyncio.run(AdFormState.restore_draft.fn(later))
    assert (later.step, later.values["name"]) == (4, "Loom")


@pytest.mark.parametrize("step", [None, "3", 99, -1, True])
def test_a_draft_with_an_odd_step_opens_all_the_same(db: Session, step: object):
    seller = factories.seller(db)
    ads.save_draft(db, factories.actor(seller), {"values": {"name": "Loom"}, "photos": [], "step": step})
    page = part(tab(db, seller, paths.POST_AD), AdFormState)
    open_form(page)
    asyncio.run(AdFormState.restore_draft.fn(page))
    assert 1 <= page.step <= page.LAST_STEP


def test_a_new_seller_shows_the_phone_number_only_after_choosing_it(db: Session):
    seller = factories.seller(db, takes_calls=False)
    page = part(tab(db, seller, paths.POST_AD), AdFormState)
    open_form(page)
    assert page.takes_calls is False
    asyncio.run(AdFormState.set_takes_calls.fn(page, True))
    assert page.takes_calls is True
    db.refresh(seller)
    assert seller.takes_calls
