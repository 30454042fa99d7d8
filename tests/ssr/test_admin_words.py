"""What the pages of the administration say when a list is empty."""

import pytest

from marketplace.domain import audit
from marketplace.models import CannedReply
from marketplace.web import paths
from tests import factories


@pytest.fixture
def boss(db):
    return factories.admin(db)


@pytest.fixture
def read(db, site, boss):
    token = factories.bearer(db, boss)["Authorization"].split()[1]

    def read(path: str) -> str:
        answer = site.get(path, headers={"Cookie": f"marketplace_session={token}"})
        return answer.text.partition('id="app-content"')[2]

    return read


def test_a_filter_that_finds_nothing_is_told_from_an_empty_log(read):
    assert "No decisions yet." in read(paths.ADMIN_AUDIT)
    filtered = read(f"{paths.ADMIN_AUDIT}?person=nobody")
    assert "No decisions match." in filtered
    assert "Show all" in filtered


def test_the_log_says_which_day_is_wrong(read):
    shown = read(f"{paths.ADMIN_AUDIT}?from=2026-11-21&to=2026-11-20")
    assert 'id="audit-to-error"' in shown
    assert 'id="audit-from-error"' not in shown


def test_the_page_of_a_moderator_links_to_their_decisions(db, read, boss):
    mina, rohan = factories.moderator(db), factories.seller(db)
    link = f'href="{paths.ADMIN_AUDIT}?person='
    for account, is_linked in ((mina, True), (rohan, False)):
        shown = read(paths.admin_account(account.id))
        assert "Decisions about this account" in shown
        assert (f"{link}{account.id}" in shown) is is_linked
    audit.write(db, factories.actor(boss), "account.suspend", "account", rohan.id)
    db.commit()
    assert f"{link}{rohan.id}" in read(paths.admin_account(rohan.id))


def test_a_purpose_without_canned_replies_says_so(db, read):
    words = "No replies of this kind yet."
    _, _, suspending = read(paths.ADMIN_REPLIES).partition("Suspending an account")
    assert suspending.count(words) == 1
    factories.save(db, CannedReply(purpose="suspension", title="Spam", text="You sent the same to many.", position=0))
    assert words not in read(paths.ADMIN_REPLIES)
