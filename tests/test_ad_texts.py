"""Follows every text of an ad from its declaration through all code that handles it: a gap would lose what sellers wrote."""

import pytest
from sqlmodel import Session, select

from marketplace.core.actor import ANONYMOUS
from marketplace.domain import ads, moderation, search
from marketplace.domain.ad_texts import AD_TEXTS, searched_in, values_of
from marketplace.domain.paging import Window
from marketplace.domain.personal_data import rows
from marketplace.domain.search import SearchQuery
from marketplace.integrations.search_index.schema import VERSION
from marketplace.models import Account, AdVersion, Category
from marketplace.ssr import pages
from marketplace.web.base.page_url import PageUrl
from marketplace.web.pages.ad_form import form, price_and_place
from marketplace.web.pages.ad_form import sections as form_sections
from marketplace.web.pages.admin_review import sections as review_sections
from marketplace.web.pages.admin_review import views as review_views
from tests import factories
from tests.client import TestClient

# Columns of a version that are no text of the seller.
_OTHER_COLUMNS = {"id", "ad_id", "category_id", "reason_code", "note"}
# Version of the search index, and the texts that it was built from by field.
_INDEXED = (
    7,
    {
        "name": ("name",),
        "title": ("title",),
        "attributes": ("place", "city", "state"),
        "description": ("short_description", "description"),
    },
)
TEXTS = list(AD_TEXTS.values())
every_text = pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.name)


def sample(name: str, word: str = "") -> str:
    """One long word that no other text has."""
    return f"Zq{word}{name.replace('_', '')}zq"


@pytest.fixture
def seller(db: Session) -> Account:
    return factories.seller(db)


@pytest.fixture
def category(db: Session) -> Category:
    return factories.category(db)


@pytest.fixture
def posted(client: TestClient, db: Session, seller: Account, category: Category) -> dict:
    """An approved ad whose every text was sent through the API."""
    body = {text.wire: sample(text.name) for text in TEXTS}
    body |= {"price": 500, "producttype": "sell", "categoryId": category.id}
    answer = client.post("/api/product", json=body, headers=factories.bearer(db, seller)).json()["data"]
    moderation_actor = factories.actor(factories.admin(db))
    ads.approve(db, moderation_actor, answer["_id"], version=answer["version"])
    db.commit()
    return answer


def test_every_text_column_is_declared():
    columns = {name for name, field in AdVersion.model_fields.items() if field.annotation is str}
    assert columns - _OTHER_COLUMNS == set(AD_TEXTS), (
        "a text of the seller is a column of AdVersion and an attribute of AdTexts (domain/ad_texts.py); a column that is "
        "none goes into _OTHER_COLUMNS"
    )


def test_a_change_of_the_searched_texts_raises_the_version_of_the_index():
    searched = {name: tuple(searched_in(name)) for name in _INDEXED[1]}
    assert sum(map(len, searched.values())) == sum(bool(text.search) for text in TEXTS)
    assert (VERSION, searched) == _INDEXED, (
        "an index of the same version lacks the words of earlier ads: raise VERSION in "
        "integrations/search_index/schema.py, then change _INDEXED"
    )


@every_text
def test_the_api_returns_what_was_sent(posted, client: TestClient, text):
    assert posted[text.wire] == sample(text.name)
    assert client.get(f"/api/product/{posted['_id']}").json()["data"][text.wire] == sample(text.name)


def test_opening_and_saving_the_form_keeps_every_text(posted, db: Session, seller: Account):
    actor = factories.actor(seller)
    opened = form.open_form(db, actor, posted["_id"])
    draft = form.make_draft(form.merge({}, opened.values), [], [])
    assert values_of(draft) == {text.name: sample(text.name) for text in TEXTS}
    form.submit_ad(db, actor, posted["_id"], draft.model_copy(update={"price": "600"}))
    assert values_of(ads.get(db, actor, posted["_id"])) == values_of(draft)


def test_a_copy_has_every_text(posted, db: Session, seller: Account):
    copy = ads.duplicate(db, factories.actor(seller), posted["_id"])
    assert values_of(copy) == {text.name: sample(text.name) for text in TEXTS}


@every_text
def test_the_form_has_a_control(text):
    controls = [form_sections.basics(), form_sections.details(), price_and_place.location()]
    assert f'name:"{text.wire}"' in "".join(map(str, controls))


@every_text
def test_a_change_is_compared_and_shown_to_moderators(posted, db: Session, seller: Account, text):
    draft = form.make_draft(form.open_form(db, factories.actor(seller), posted["_id"]).values, [], [])
    ads.revise(
        db, factories.actor(seller), posted["_id"], draft.model_copy(update={text.name: sample(text.name, "new")})
    )
    item = moderation.get_queue_item(db, factories.actor(factories.admin(db)), posted["_id"])
    assert [(change.field, change.before, change.after) for change in item.changes] == [
        (text.name, sample(text.name), sample(text.name, "new"))
    ]
    facts = {fact.value for fact in review_views._facts(item)}
    page = str(review_sections.head()) + str(review_sections.details())
    assert sample(text.name, "new") in facts or f'["{text.name}"]' in page


@pytest.mark.parametrize("text", [text for text in TEXTS if text.page], ids=lambda text: text.name)
def test_its_page_shows_it(posted, db: Session, text):
    path = f"/products/{posted['_id']}"
    content, _ = pages.render(pages.load(pages.get("/products/[product_id]"), PageUrl(path), pages.Caller()))
    assert sample(text.name) in content


@pytest.mark.parametrize("text", [text for text in TEXTS if text.search], ids=lambda text: text.name)
def test_search_finds_its_words(posted, db: Session, seller: Account, category: Category, text):
    factories.ad(db, seller, category, name="Another one")
    db.commit()
    found = search.list_ads(db, ANONYMOUS, SearchQuery(keyword=sample(text.name)), window=Window(1, 10))
    assert [ad.id for ad in found.items] == [posted["_id"]]


@every_text
def test_too_long_a_text_is_refused_by_name(client: TestClient, db: Session, seller: Account, category: Category, text):
    body = {"name": "Sofa", "producttype": "sell", "categoryId": category.id, text.wire: "x" * (text.max_length + 1)}
    answer = client.post("/api/product", json=body, headers=factories.bearer(db, seller))
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [text.wire]


def test_deletion_erases_every_text(posted, db: Session, seller: Account):
    rows.erase(db, seller)
    db.expire_all()
    versions = db.exec(select(AdVersion).where(AdVersion.ad_id == posted["_id"])).all()
    assert versions
    for text in TEXTS:
        assert sample(text.name) not in {getattr(version, text.name) for version in versions}
