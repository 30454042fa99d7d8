"""Private pages come with their data, for those who may see it alone."""

import re
from collections.abc import Callable

import pytest
from httpx import Response
from sqlmodel import Session, delete

from marketplace import cache
from marketplace.core import ids
from marketplace.domain import content, rentals
from marketplace.models import Account, AdStatus, AdType, MessageWarning
from marketplace.web import paths
from marketplace.web.page_registry import list_pages
from tests import factories
from tests.api.permissions.world import World
from tests.cache.test_middleware import Clock
from tests.client import TestClient
from tests.domain.chat.test_warnings import FRAUD
from tests.ssr.reading import read

CALLERS = ("anonymous", "user", "other_user", "seller", "other_seller", "admin")
UNKNOWN = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
ADMINS_ONLY = "This page is for administrators."
# The path of a page, and a text that only permitted callers may read there.
Shown = tuple[str, str]


def as_caller(world: World, site: TestClient, path: str, who: str) -> Response:
    if who == "anonymous":
        return site.get(path)
    account: Account = getattr(world, who)
    token = factories.bearer(world.db, account)["Authorization"].split()[1]
    return site.get(path, headers={"Cookie": f"marketplace_session={token}"})


def _unique() -> str:
    return f"Desk {ids.new_id()[-10:]}"


def account(world: World) -> Shown:
    return paths.USER_PROFILE, world.user.address


def seller_profile(world: World) -> Shown:
    return paths.SELLER_PROFILE, world.seller.address


def sessions(world: World) -> Shown:
    factories.bearer(world.db, world.user, address="198.51.100.77")
    return paths.USER_PROFILE, "198.51.100.77"


def notifications(world: World) -> Shown:
    name = _unique()
    content.notify(world.db, world.user.id, "ad_rejected", values={"name": name, "reason": "No."}, link="/account")
    world.db.commit()
    return paths.NOTIFICATIONS, name


def new_ad(world: World) -> Shown:
    world.seller.city = "Kumbakonam"
    factories.save(world.db, world.seller)
    return paths.POST_AD, "Kumbakonam"


def own_ad(world: World) -> Shown:
    name = _unique()
    return paths.edit_ad(world.ad_of(world.seller, name=name, status=AdStatus.PENDING).id), name


def public_ad(world: World) -> Shown:
    """What a form has of an ad that all may read elsewhere."""
    return paths.edit_ad(world.ad_of(world.seller, terms="Pickup after six").id), "Pickup after six"


def calendar(world: World) -> Shown:
    name = _unique()
    return paths.calendar(world.ad_of(world.seller, name=name, ad_type=AdType.RENT).id), name


def feed(world: World) -> Shown:
    assert world.booked
    rentals.open_feed(world.db, factories.actor(world.user))
    world.db.commit()
    return paths.USER_ENQUIRIES, "Revoke the address"


def offers(world: World) -> Shown:
    assert world.offer_id
    return paths.USER_ENQUIRIES, ">₹900<"


def deal(world: World) -> Shown:
    return paths.deal(world.deal_id), "₹900"


def handover_code(world: World) -> Shown:
    return paths.deal(world.deal_id), f">{world.handover_code}<"


def how_to_pay(world: World) -> Shown:
    return paths.deal(world.deal_id), f">{world.seller.upi}<"


def rental(world: World) -> Shown:
    return paths.rental(world.recorded_id), "This record is unchanged"


def rental_code(world: World) -> Shown:
    return paths.rental(world.booked.id), f">{world.rental_code}<"


def _waiting(world: World) -> tuple[str, str]:
    name = _unique()
    return world.ad_of(world.seller, name=name, status=AdStatus.PENDING).id, name


def admin_overview(world: World) -> Shown:
    return paths.ADMIN, _waiting(world)[1]


def admin_queue(world: World) -> Shown:
    return paths.ADMIN_QUEUE, _waiting(world)[1]


def admin_review(world: World) -> Shown:
    ad_id, name = _waiting(world)
    return paths.review(ad_id), name


def admin_ads(world: World) -> Shown:
    return f"{paths.ADMIN_ADS}?status=pending", _waiting(world)[1]


def admin_reports(world: World) -> Shown:
    world.report.text = _unique()
    factories.save(world.db, world.report)
    return paths.ADMIN_REPORTS, world.report.text


def admin_accounts(world: World) -> Shown:
    return f"{paths.ADMIN_ACCOUNTS}?kind=buyer", world.quiet_user.email


def admin_account(world: World) -> Shown:
    return paths.admin_account(world.quiet_user.id), world.quiet_user.email


def admin_categories(world: World) -> Shown:
    return paths.ADMIN_CATEGORIES, factories.category(world.db, _unique()).name


def admin_subcategories(world: World) -> Shown:
    name = _unique()
    factories.subcategory(world.db, world.category, name)
    return paths.admin_category(world.category.id), name


def admin_testimonials(world: World) -> Shown:
    world.testimonials()
    return paths.ADMIN_TESTIMONIALS, "Sold in two days."


def admin_mail(world: World) -> Shown:
    world.mail.last_error = "450 try later"
    factories.save(world.db, world.mail)
    return paths.ADMIN_MAIL, "450 try later"


def admin_audit(world: World) -> Shown:
    world.suspend(world.quiet_user)
    return paths.ADMIN_AUDIT, world.quiet_user.id


def admin_security(world: World) -> Shown:
    factories.bearer(world.db, world.admin, address="198.51.100.77")
    return paths.ADMIN_SECURITY, "198.51.100.77"


def waiting_ad(world: World) -> Shown:
    name = _unique()
    world.ad_of(world.seller, name=name, status=AdStatus.REJECTED)
    return paths.WAITING, f"Your ad {name} was rejected"


def waiting_ad_on_dashboard(world: World) -> Shown:
    return paths.SELLER_DASHBOARD, waiting_ad(world)[1]


PAGES: list[tuple[Callable[[World], Shown], str]] = [
    (account, "user"),
    (seller_profile, "seller"),
    (sessions, "user"),
    (notifications, "user"),
    (waiting_ad, "seller"),
    (waiting_ad_on_dashboard, "seller"),
    (new_ad, "seller"),
    (own_ad, "seller admin"),
    (public_ad, "seller admin"),
    (calendar, "seller"),
    (feed, "user"),
    (offers, "user"),
    (deal, "user seller admin"),
    (handover_code, "user"),
    (how_to_pay, "user"),
    (rental, "user seller"),
    (rental_code, "user"),
    *(
        (make, "admin")
        for make in (
            admin_overview,
            admin_queue,
            admin_review,
            admin_ads,
            admin_reports,
            admin_accounts,
            admin_account,
            admin_categories,
            admin_subcategories,
            admin_testimonials,
            admin_mail,
            admin_audit,
            admin_security,
        )
    ),
]


@pytest.fixture
def world(db: Session) -> World:
    return World(db, "user")


@pytest.mark.parametrize(("make", "permitted"), PAGES, ids=lambda value: getattr(value, "__name__", value))
def test_only_permitted_callers_get_the_data(world: World, site: TestClient, make, permitted: str):
    path, text = make(world)
    answers = {who: as_caller(world, site, path, who) for who in CALLERS}
    assert [who for who, answer in answers.items() if text in answer.text] == permitted.split()
    for who in permitted.split():
        answer = answers.pop(who)
        assert answer.status_code == 200
        content = answer.text.partition('id="app-content"')[2]
        assert text in content
        assert "skeleton" not in content.partition("<footer")[0]
        assert len(read(answer.text).headings) == 1
    for who, answer in answers.items():
        assert (answer.headers["cache-control"] == "private, no-store") == (who != "anonymous")


@pytest.mark.parametrize(
    ("path", "who"),
    [
        (paths.WAITING, "user"),
        (paths.WAITING, "seller"),
        (paths.ACCOUNT, "user"),
        (paths.ACCOUNT, "seller"),
        (paths.SELLER_DASHBOARD, "seller"),
    ],
)
def test_who_has_done_everything_is_told_so(db: Session, site: TestClient, path: str, who: str):
    account = factories.buyer(db) if who == "user" else factories.seller(db)
    token = factories.bearer(db, account)["Authorization"].split()[1]
    content = site.get(path, headers={"Cookie": f"marketplace_session={token}"}).text.partition('id="app-content"')[2]
    assert content.count("You&#x27;re all caught up") + content.count("You're all caught up") == 1


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        *(
            (path, "seller")
            for path in (paths.SELLER_DASHBOARD, paths.SELLER_PROFILE, paths.SELLER_MESSAGES, paths.POST_AD)
        ),
        *(
            (path, "user")
            for path in (paths.USER_PROFILE, paths.USER_MESSAGES, paths.USER_ENQUIRIES, paths.USER_WANTED)
        ),
    ],
)
def test_the_other_side_is_offered_a_switch_instead_of_a_login(world: World, site: TestClient, path: str, kind: str):
    words, login = {
        "seller": ("This page is for sellers.", "Start selling"),
        "user": ("This page is for buyers.", "Start buying"),
    }[kind]
    other = "user" if kind == "seller" else "seller"
    shown = {
        who: as_caller(world, site, path, who).text.partition("<main")[2] for who in ("anonymous", kind, other, "admin")
    }
    assert [who for who, main in shown.items() if words in main] == [other, "admin"]
    assert [who for who, main in shown.items() if login in main] == [other]
    assert [who for who, main in shown.items() if "Register / Sign In" in main] == ["anonymous"]
    assert ("Seller not logged in" in shown["anonymous"]) == (path == paths.SELLER_PROFILE)


@pytest.mark.parametrize("who", CALLERS)
@pytest.mark.parametrize("path", sorted(page.route for page in list_pages() if page.route.startswith(paths.ADMIN)))
def test_pages_of_admins_ask_others_to_sign_in(world: World, site: TestClient, path: str, who: str):
    """With ids that exist and with those that don't, so that nobody learns which do."""
    known = {"[ad_id]": world.pending.id, "[category_id]": world.category.id, "[account_id]": world.seller.id}
    for values in (known, dict.fromkeys(known, UNKNOWN)):
        address = path
        for name, value in values.items():
            address = address.replace(name, value)
        answer = as_caller(world, site, address, who)
        is_missing = who == "admin" and address.endswith(UNKNOWN)
        assert answer.status_code == (404 if is_missing else 200)
        assert (ADMINS_ONLY in answer.text) == (who != "admin")
        if who != "admin":
            assert f'href="{paths.ADMIN_AUDIT}"' not in answer.text


def test_the_page_of_a_sender_does_not_depend_on_warnings(world: World, site: TestClient):
    assert world.warned_id
    title = "Scanning a QR code never brings you money"
    received = f"/user/messages?seller={world.seller.id}"
    sent = f"/seller/messages?user={world.user.id}"
    assert title in as_caller(world, site, received, "user").text
    before = as_caller(world, site, sent, "seller")
    world.db.exec(delete(MessageWarning))
    world.db.commit()
    assert title not in as_caller(world, site, received, "user").text
    after = as_caller(world, site, sent, "seller")
    assert FRAUD in after.text
    assert (after.text, after.headers.items()) == (before.text, before.headers.items())


@pytest.mark.parametrize("who", ["user", "seller", "admin"])
def test_no_page_of_a_signed_in_caller_is_cached_or_asks_to_sign_in(world: World, site: TestClient, who: str):
    """Public pages too: a header for strangers would flash before the app has started."""
    stored = cache.ResponseCache(site.app, Clock(), max_bytes=10_000_000, max_age_s=60)
    cached = TestClient(stored, follow_redirects=False)
    known = {"product_id": world.ad.id, "seller_id": world.seller.id, "category_id": world.category.id}
    for page in list_pages():
        path = re.sub(r"\[(\w+)\]", lambda name: known.get(name[1], UNKNOWN), page.route)
        answer = as_caller(world, cached, path if path.startswith("/") else "/no-such-page", who)
        assert answer.headers["cache-control"] == "private, no-store", path
        header = answer.text.partition('id="app-content"')[2].partition("<main")[0]
        assert "Register / Sign In" not in header, path
    assert not stored._stored


@pytest.mark.parametrize("path", [paths.edit_ad(UNKNOWN), paths.calendar(UNKNOWN)])
def test_unknown_ads_are_missing_for_sellers_only(world: World, site: TestClient, path: str):
    statuses = {who: as_caller(world, site, path, who).status_code for who in ("anonymous", "user", "seller")}
    assert statuses == {"anonymous": 200, "user": 200, "seller": 404}
    assert "Product not found" in as_caller(world, site, path, "seller").text


def test_other_sellers_read_that_an_ad_is_missing(world: World, site: TestClient):
    rental = world.ad_of(world.seller, ad_type=AdType.RENT)
    for path in (paths.edit_ad(rental.id), paths.calendar(rental.id)):
        answer = as_caller(world, site, path, "other_seller")
        assert answer.status_code == 404
        assert "Product not found" in answer.text


def test_an_ad_for_sale_has_no_calendar(world: World, site: TestClient):
    answer = as_caller(world, site, paths.calendar(world.ad.id), "seller")
    assert answer.status_code == 404
    assert "calendar" in answer.text.partition('id="content"')[2]


def test_rendering_a_page_marks_nothing_as_read(world: World, site: TestClient):
    path, _ = notifications(world)
    for _ in range(2):
        assert ">New<" in as_caller(world, site, path, "user").text
    assert content.count_unread_notifications(world.db, factories.actor(world.user)) == 1


def test_a_saved_draft_is_offered(world: World, site: TestClient):
    from marketplace.domain import ads

    ads.save_draft(world.db, factories.actor(world.seller), {"values": {"name": "Loom"}, "photos": []})
    world.db.commit()
    answer = as_caller(world, site, paths.POST_AD, "seller")
    assert "You have an unfinished ad." in answer.text
    assert 'name="price"' not in answer.text
