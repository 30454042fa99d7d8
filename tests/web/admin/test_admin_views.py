"""Permissions and contents of the queries of the admin pages."""

import pytest
from sqlmodel import Session

from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotSignedIn
from marketplace.domain import ads, catalog, chat
from marketplace.models import AdStatus, Report
from marketplace.web import paths
from marketplace.web.base.page_url import PageUrl
from marketplace.web.page_registry import list_pages
from marketplace.web.pages.admin_reports import views as reports_page
from marketplace.web.pages.admin_review import views as review_page
from tests import factories
from tests.domain.chat.test_warnings import FRAUD

UNKNOWN = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
# Pages that concern the admin's own account alone.
_OWN = (paths.ADMIN_LOGIN, paths.ADMIN_SECURITY)
LOOKS = [
    (catalog.list_move_targets, ("category", UNKNOWN)),
    (reports_page.load_report, (UNKNOWN,)),
    *(
        (page.main_state.load, (PageUrl(f"/admin/x/{UNKNOWN}"),))
        for page in list_pages()
        if page.route.startswith(paths.ADMIN) and page.route not in _OWN
    ),
]


@pytest.mark.parametrize(("look", "args"), LOOKS)
def test_other_callers_are_refused(db: Session, look, args):
    with pytest.raises(NotSignedIn):
        look(db, ANONYMOUS, *args)
    for other in (factories.buyer(db), factories.seller(db)):
        with pytest.raises(Forbidden):
            look(db, factories.actor(other), *args)


@pytest.fixture
def waiting(db: Session) -> list[str]:
    """Three waiting ads, in the order of the queue."""
    seller, category = factories.seller(db), factories.category(db)
    return [factories.ad(db, seller, category, status=AdStatus.PENDING).id for _ in range(3)]


def test_a_reported_message_says_why_its_recipient_was_warned(db: Session):
    buyer, seller = factories.buyer(db), factories.seller(db)
    sent = chat.send(db, factories.actor(buyer), seller.id, FRAUD)
    chat.judge_warning(db, factories.actor(seller), sent.id, "scam")
    report = Report(target="conversation", target_id=sent.conversation_id, reason="scam", reporter_id=seller.id)
    factories.save(db, report)
    [message] = reports_page.load_report(db, factories.actor(factories.admin(db)), report.id).messages
    first = message.reasons[0]
    assert first.title == "Scanning a QR code never brings you money"
    assert "scan" in first.evidence.lower()
    assert first.verdict == "The recipient called it fraud."


def test_review_page_has_the_next_ad_of_the_queue(db: Session, waiting):
    admin = factories.actor(factories.admin(db))
    seen = [review_page.load_review(db, admin, ad_id) for ad_id in waiting]
    assert [page.next_id for page in seen] == [waiting[1], waiting[2], waiting[0]]
    assert [page.place for page in seen] == ["1 of 3", "2 of 3", "3 of 3"]


def test_next_after_a_decided_ad_is_the_head_of_the_queue(db: Session, waiting):
    admin = factories.actor(factories.admin(db))
    ads.approve(db, admin, waiting[0])
    page = review_page.load_review(db, admin, waiting[0])
    assert not page.waiting
    assert page.next_id == waiting[1]
    assert page.place == "2 ads waiting"


def test_a_decided_ad_keeps_the_time_of_its_submission(db: Session, waiting):
    admin = factories.actor(factories.admin(db))

    def submitted() -> str:
        facts = review_page.load_review(db, admin, waiting[0]).facts
        return next(fact.value for fact in facts if fact.label == "Submitted")

    before = submitted()
    ads.approve(db, admin, waiting[0])
    assert before
    assert submitted() == before


def test_last_ad_has_no_next(db: Session):
    admin = factories.actor(factories.admin(db))
    only = factories.ad(db, factories.seller(db), factories.category(db), status=AdStatus.PENDING)
    assert review_page.load_review(db, admin, only.id).next_id == ""


def test_rejection_has_reason_note_and_admin(db: Session, waiting):
    account = factories.admin(db)
    admin = factories.actor(account)
    ads.reject(db, admin, waiting[0], "Blurred.", reason="photos")
    (line,) = review_page.load_review(db, admin, waiting[0]).decisions
    assert (line.review, line.note) == ("rejected", "Blurred.")
    assert line.reason == "Photos are missing, unclear or show something else"
    assert (line.by.name, line.by.account_id) == (account.username, account.id)


def test_ads_of_a_category_can_move_to_any_other_category_or_subcategory(db: Session):
    admin = factories.actor(factories.admin(db))
    cars, books = factories.category(db, "Cars"), factories.category(db, "Books")
    novels = factories.subcategory(db, books, "Novels")
    targets = catalog.list_move_targets(db, admin, "category", cars.id)
    assert [(place.id, place.name) for place in targets] == [(books.id, "Books"), (novels.id, "Books › Novels")]


def test_ads_of_a_subcategory_can_move_within_its_category(db: Session):
    admin = factories.actor(factories.admin(db))
    books, _cars = factories.category(db, "Books"), factories.category(db, "Cars")
    novels, poems = (factories.subcategory(db, books, name) for name in ("Novels", "Poems"))
    targets = catalog.list_move_targets(db, admin, "subcategory", novels.id)
    assert [place.id for place in targets] == [books.id, poems.id]
