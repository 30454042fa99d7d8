"""What the form says beside its button where an ad could not be handed in."""

import asyncio

import pytest
from sqlmodel import Session

from marketplace.domain import ads
from marketplace.errors import Unavailable
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.pages.ad_form import form
from marketplace.web.pages.ad_form.state import AdFormState
from marketplace.web.session import SessionState
from tests import factories
from tests.web.tabs import part, tab


async def submit(page: AdFormState) -> None:
    async for _ in AdFormState.submit.fn(page, {}):
        pass


@pytest.mark.parametrize(
    ("ad_id", "words"),
    [("", "Failed to create product..."), ("01M7YH44H3FVMP4547R0ZWQBC3", "Failed to update product...")],
)
def test_a_crash(db: Session, monkeypatch: pytest.MonkeyPatch, ad_id: str, words: str):
    def broken(*_args: object) -> None:
        raise RuntimeError("secret detail")

    for verb in ("submit", "revise"):
        monkeypatch.setattr(ads, verb, broken)
    page = part(tab(db, factories.seller(db)), AdFormState)
    page.ad_id = ad_id
    asyncio.run(submit(page))
    assert (page.error, page.busy) == (words, False)


def test_a_refusal_stays_in_its_own_words(db: Session, monkeypatch: pytest.MonkeyPatch):
    def away(*_args: object) -> None:
        raise Unavailable("The photos can't be reached.")

    monkeypatch.setattr(ads, "submit", away)
    page = part(tab(db, factories.seller(db)), AdFormState)
    asyncio.run(submit(page))
    assert (page.error, page.busy) == ("The photos can't be reached.", False)


def test_what_a_control_says_late_makes_no_draft_of_an_ad_that_was_handed_in(db: Session, monkeypatch):
    seller = factories.seller(db)
    page = part(tab(db, seller, paths.POST_AD), AdFormState)
    monkeypatch.setattr(ads, "submit", lambda *_args: None)
    asyncio.run(AdFormState.open.fn(page))
    asyncio.run(AdFormState.type.fn(page, "name", "Loom"))
    assert ads.find_draft(db, factories.actor(seller), ad_id="") is not None
    asyncio.run(submit(page))
    asyncio.run(AdFormState.type.fn(page, "name", "Loom, late"))
    assert ads.find_draft(db, factories.actor(seller), ad_id="") is None


def test_an_admin_goes_back_to_the_desk(db: Session, monkeypatch):
    admin = factories.admin(db)
    page = part(tab(db, admin), AdFormState)
    page.ad_id = "01M7YH44H3FVMP4547R0ZWQBC3"
    monkeypatch.setattr(ads, "revise", lambda *_args: None)
    root = page._get_root_state()
    asyncio.run(part(root, SessionState)._look())

    async def went() -> str:
        return str([event async for event in AdFormState.submit.fn(page, {})])

    assert f"/admin/queue/{page.ad_id}" in asyncio.run(went())


def test_the_owner_is_offered_however_many_sellers_there_are(db: Session, monkeypatch):
    monkeypatch.setattr(get_settings(), "page_size_max", 1)
    ad = factories.ad(db, factories.seller(db, name="Zed"), factories.category(db))
    for name in ("Asha", "Bina"):
        factories.seller(db, name=name)
    opened = form.open_form(db, factories.actor(factories.admin(db)), ad.id)
    assert opened.sellers[0].value == ad.seller_id
    assert len({seller.value for seller in opened.sellers}) == len(opened.sellers) == 2
