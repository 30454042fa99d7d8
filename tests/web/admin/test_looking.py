"""What the administrators' pages fetch: nothing for others, all that is needed for an administrator."""

import pytest
from sqlmodel import Session

from marketplace.actor import ANONYMOUS
from marketplace.domain import ads
from marketplace.errors import Forbidden, NotSignedIn
from marketplace.models import AdStatus
from marketplace.web.admin import removal
from marketplace.web.pages.admin_accounts import state as accounts_page
from marketplace.web.pages.admin_ads import state as ads_page
from marketplace.web.pages.admin_audit import views as audit_page
from marketplace.web.pages.admin_categories import state as categories_page
from marketplace.web.pages.admin_mail import state as mail_page
from marketplace.web.pages.admin_overview import views as overview_page
from marketplace.web.pages.admin_queue import state as queue_page
from marketplace.web.pages.admin_reports import views as reports_page
from marketplace.web.pages.admin_review import views as review_page
from marketplace.web.pages.admin_shelves import state as shelves_page
from marketplace.web.pages.admin_testimonials import state as testimonials_page
from tests import factories

UNKNOWN = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
LOOKS = [
    (accounts_page.look, ("", "", "", 1)),
    (ads_page.look, ("", "", 1)),
    (audit_page.look, ("", "", 1)),
    (categories_page.look, ()),
    (mail_page.look, (1,)),
    (overview_page.look, ()),
    (queue_page.look, (1,)),
    (removal.list_places, ("category", UNKNOWN)),
    (reports_page.look, ("open", 1)),
    (reports_page.look_at, (UNKNOWN,)),
    (review_page.look, (UNKNOWN,)),
    (shelves_page.look, (UNKNOWN,)),
    (testimonials_page.look, ()),
]


@pytest.mark.parametrize(("look", "args"), LOOKS)
def test_nobody_else_sees_anything(db: Session, look, args):
    with pytest.raises(NotSignedIn):
        look(db, ANONYMOUS, *args)
    for other in (factories.buyer(db), factories.seller(db)):
        with pytest.raises(Forbidden):
            look(db, factories.actor(other), *args)


@pytest.fixture
def waiting(db: Session) -> list[str]:
    """Three ads that wait, in the order of the queue."""
    seller, category = factories.seller(db), factories.category(db)
    return [factories.ad(db, seller, category, status=AdStatus.PENDING).id for _ in range(3)]


def test_the_desk_knows_the_next_ad_of_the_queue(db: Session, waiting):
    admin = factories.actor(factories.admin(db))
    seen = [review_page.look(db, admin, ad_id) for ad_id in waiting]
    assert [page.next_id for page in seen] == [waiting[1], waiting[2], waiting[0]]
    assert [page.place for page in seen] == ["1 of 3", "2 of 3", "3 of 3"]


def test_a_decided_ad_leads_to_the_head_of_the_queue(db: Session, waiting):
    admin = factories.actor(factories.admin(db))
    ads.approve(db, admin, waiting[0])
    page = review_page.look(db, admin, waiting[0])
    assert not page.waiting
    assert page.next_id == waiting[1]
    assert page.place == "2 ads wait"


def test_the_last_ad_leads_nowhere(db: Session):
    admin = factories.actor(factories.admin(db))
    only = factories.ad(db, factories.seller(db), factories.category(db), status=AdStatus.PENDING)
    assert review_page.look(db, admin, only.id).next_id == ""


def test_rejections_show_reason_note_and_admin(db: Session, waiting):
    account = factories.admin(db)
    admin = factories.actor(account)
    ads.reject(db, admin, waiting[0], "Blurred.", reason="photos")
    (line,) = review_page.look(db, admin, waiting[0]).decisions
    assert (line.review, line.note) == ("rejected", "Blurred.")
    assert line.reason == "Photos are missing, unclear or not of the thing"
    assert line.by.startswith(account.username)


def test_ads_of_a_category_may_go_to_any_other_shelf(db: Session):
    admin = factories.actor(factories.admin(db))
    cars, books = factories.category(db, "Cars"), factories.category(db, "Books")
    novels = factories.subcategory(db, books, "Novels")
    places = removal.list_places(db, admin, "category", cars.id)
    assert [(place.id, place.label) for place in places] == [(books.id, "Books"), (novels.id, "Books › Novels")]


def test_ads_of_a_subcategory_stay_in_its_category(db: Session):
    admin = factories.actor(factories.admin(db))
    books, _cars = factories.category(db, "Books"), factories.category(db, "Cars")
    novels, poems = (factories.subcategory(db, books, name) for name in ("Novels", "Poems"))
    places = removal.list_places(db, admin, "subcategory", novels.id)
    assert [place.id for place in places] == [books.id, poems.id]
