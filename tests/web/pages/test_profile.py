"""The profile photo: chosen, replaced and removed, while what is being typed stays."""

import asyncio

import pytest
from sqlmodel import Session

from marketplace.core.errors import Invalid
from marketplace.domain import accounts
from marketplace.domain.accounts import ProfileDraft
from marketplace.web.pages.profile.state import ProfileState
from marketplace.web.widgets.toasts import ToastState
from tests import factories
from tests.web.tabs import part, tab


@pytest.fixture
def seller(db: Session):
    return factories.seller(db)


def open_page(db: Session, account) -> ProfileState:
    page = part(tab(db, account), ProfileState)
    asyncio.run(ProfileState.open.fn(page))
    return page


def choose(page: ProfileState, *uploads) -> None:
    photos = [{"id": upload.id, "name": "", "url": "", "thumb": ""} for upload in uploads]
    asyncio.run(ProfileState.set_photos.fn(page, photos))


def said(page: ProfileState) -> list[str]:
    return [toast.text for toast in part(page._get_root_state(), ToastState).feed]


def stored(db: Session, account) -> list[str]:
    return [photo.id for photo in accounts.get_profile(db, factories.actor(account), account.id).images]


def test_photo_is_replaced(db: Session, seller):
    first, second = factories.upload(db, seller), factories.upload(db, seller)
    page = open_page(db, seller)
    choose(page, first)
    choose(page, second)
    assert stored(db, seller) == [second.id]
    asyncio.run(ProfileState.remove_photo.fn(page))
    assert stored(db, seller) == []
    assert said(page) == [*["Profile photo updated successfully"] * 2, "Profile photo removed successfully"]


def test_emptied_picker_keeps_the_photo(db: Session, seller):
    upload = factories.upload(db, seller)
    page = open_page(db, seller)
    choose(page, upload)
    choose(page)
    assert stored(db, seller) == [upload.id]


def test_changing_the_photo_keeps_typed_values(db: Session, seller):
    page = open_page(db, seller)
    before = page.version
    choose(page, factories.upload(db, seller))
    asyncio.run(ProfileState.remove_photo.fn(page))
    assert page.version == before


@pytest.mark.parametrize("make", [factories.seller, factories.buyer])
def test_city_and_state_are_saved(db: Session, make):
    account = make(db)
    page = open_page(db, account)
    asyncio.run(ProfileState.save.fn(page, {"city": "Mumbai", "state": "Maharashtra", "place": "Andheri"}))
    db.expire_all()
    own = accounts.get_profile(db, factories.actor(account), account.id)
    assert (own.city, own.state, own.place, page.error) == ("Mumbai", "Maharashtra", "Andheri", "")
    asyncio.run(ProfileState.save.fn(page, {"city": "x" * 200}))
    assert "city" in page.errors


def test_opening_keeps_the_form_that_the_server_rendered(db: Session, seller):
    before = part(tab(db, seller), ProfileState).version
    assert open_page(db, seller).version == before


def test_reconnect_keeps_typed_values(db: Session, seller):
    page = open_page(db, seller)
    before = page.version
    asyncio.run(ProfileState.open.fn(page))
    assert page.version == before
    # Changes by another tab are shown nevertheless.
    accounts.update_profile(db, factories.actor(seller), seller.id, ProfileDraft(place="Jayanagar"))
    db.commit()
    asyncio.run(ProfileState.open.fn(page))
    assert page.version > before


def test_photo_of_another_account_is_refused(db: Session, seller):
    page = open_page(db, seller)
    with pytest.raises(Invalid):
        choose(page, factories.upload(db, factories.buyer(db)))
    assert stored(db, seller) == []
    assert said(page) == []
