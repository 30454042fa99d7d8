"""The page with everything that an account has, and the menu of wide screens."""

import re

import pytest
from sqlmodel import Session

from marketplace.models import AdStatus
from marketplace.web import paths
from marketplace.web.layouts import account_menu
from marketplace.web.layouts.account_menu import ENTRIES, entries_of
from marketplace.web.page_registry import list_pages
from tests import factories
from tests.client import TestClient


def account_page(db: Session, site: TestClient, kind: str) -> tuple[str, str]:
    """Return the header and the content of the account page, as a new account of this kind gets it."""
    makes = {name: getattr(factories, name) for name in ("seller", "admin", "moderator")} | {"user": factories.buyer}
    token = factories.bearer(db, makes[kind](db))["Authorization"].split()[1]
    answer = site.get(paths.ACCOUNT, headers={"Cookie": f"marketplace_session={token}"})
    header, _, main = answer.text.partition('id="app-content"')[2].partition("<main")
    return header, main.partition("<footer")[0]


@pytest.mark.parametrize("kind", ["user", "seller", "admin", "moderator"])
def test_the_account_page_and_the_menu_have_the_pages_of_each_kind(db: Session, site: TestClient, kind: str):
    header, main = account_page(db, site, kind)
    own = {entry.path for entry in entries_of("admin" if kind == "moderator" else kind)}
    own -= account_menu.ADMINS_ONLY if kind == "moderator" else set()
    others = {entry.path for entry in ENTRIES} - own
    for shown in (header, main):
        links = set(re.findall(r'href="([^"]+)"', shown))
        # The account page begins with what waits, and links to the rest of it if there is more.
        assert own - links <= {paths.WAITING}
        assert not others & links
        assert "Logout" in shown
    assert own <= {page.route for page in list_pages()}


def test_visitors_find_the_login_and_help_on_the_account_page(site: TestClient):
    main = site.get(paths.ACCOUNT).text.partition("<main")[2].partition("<footer")[0]
    assert "Register / Sign In" in main
    assert "Help/Support" in main
    assert "Logout" not in main
    assert not {entry.path for entry in ENTRIES} & set(re.findall(r'href="([^"]+)"', main))


@pytest.mark.parametrize("kind", ["admin", "moderator"])
def test_staff_read_once_how_many_cases_wait(db: Session, site: TestClient, kind: str):
    for _ in range(7):
        factories.ad(db, factories.seller(db), factories.category(db), status=AdStatus.PENDING)
    db.commit()
    for shown in account_page(db, site, kind):
        queue = re.search(rf'href="{paths.ADMIN_QUEUE}".*?</a>', shown)
        assert queue
        assert re.findall(r">(\d+)<", queue[0]) == ["7"]
