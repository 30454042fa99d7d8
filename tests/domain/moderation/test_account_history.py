"""Tests of what moderators see of one account, and of the counts of open cases."""

from datetime import timedelta

import pytest
from sqlalchemy import event

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import Forbidden, NotFound, NotSignedIn
from marketplace.domain import accounts, audit, moderation
from marketplace.domain.moderation import ReportDraft
from marketplace.domain.moderation.account_history import SHOWN
from marketplace.models import AdStatus, Appeal, AppealTarget, OutboxMail
from marketplace.web.pages.admin_account.views import load_account
from tests import factories
from tests.domain.moderation.queued_ads import waiting


def test_other_callers_are_refused(db):
    person = factories.buyer(db)
    for verb in (moderation.get_account_history, lambda db, actor, _id: moderation.count_open_cases(db, actor)):
        for caller, error in ((ANONYMOUS, NotSignedIn), (factories.actor(person), Forbidden)):
            with pytest.raises(error):
                verb(db, caller, person.id)


def test_everything_about_a_seller(db, category):
    seller, buyer = factories.seller(db), factories.buyer(db)
    desk = factories.actor(factories.moderator(db))
    ad = factories.ad(db, seller, category)
    factories.ad(db, seller, category, status=AdStatus.DELETED)
    factories.ad(db, factories.seller(db), category)
    start = clock.now() + timedelta(days=1)
    factories.enquiry(db, factories.ad(db, seller, category), buyer, start, start + timedelta(days=1))
    for draft in (ReportDraft(target="ad", target_id=ad.id, reason="scam"),
                  ReportDraft(target="account", target_id=seller.id, reason="scam")):  # fmt: skip
        moderation.report(db, factories.actor(buyer), draft)
    accounts.suspend(db, desk, seller.id, "Spam", days=1)
    moderation.report(db, factories.actor(seller), ReportDraft(target="account", target_id=buyer.id, reason="spam"))

    history = moderation.get_account_history(db, desk, seller.id)
    assert (history.account.id, history.account.status) == (seller.id, "suspended")
    assert history.account.suspended_until is not None
    assert history.ads_by_status == {"approved": 2, "deleted": 1}
    assert len(history.ads) == 2
    assert (history.rentals, history.deals) == ({"pending": 1}, {})
    assert (history.reports_about.number, history.reports_by.number) == (2, 1)
    assert {report.reporter_name for report in history.reports_about.newest} == {buyer.username}
    assert [entry.action for entry in history.decisions] == ["account.suspend"]
    of_buyer = moderation.get_account_history(db, desk, buyer.id)
    assert (of_buyer.reports_about.number, of_buyer.reports_by.number, of_buyer.rentals) == (1, 2, {"pending": 1})


def test_numbers_are_of_all_rows(db, category):
    seller, decider = factories.seller(db), factories.moderator(db)
    desk, number = factories.actor(decider), SHOWN + 2
    for minutes in range(number):
        audit.write(db, desk, "account.suspend", "account", seller.id)
        made = Appeal(
            account_id=seller.id,
            target=AppealTarget.ACCOUNT,
            target_id=seller.id,
            reason="Spam",
            decided_by=decider.id,
            decided_at=clock.now() - timedelta(minutes=minutes),
            text="No",
        )
        factories.save(db, made)
    history = moderation.get_account_history(db, desk, seller.id)
    assert (len(history.decisions), history.all_decisions) == (SHOWN, number)
    assert (len(history.appeals), history.all_appeals) == (SHOWN, number)
    page = load_account(db, desk, seller.id)
    assert (page.decisions.number, page.appeals.number) == (number, number)


def test_sessions_of_staff_are_for_administrators(db):
    boss, mina = factories.admin(db), factories.moderator(db)
    factories.bearer(db, boss)
    assert moderation.get_account_history(db, factories.actor(mina), boss.id).sessions == ()
    assert len(moderation.get_account_history(db, factories.actor(boss), boss.id).sessions) == 1


@pytest.mark.parametrize("account_id", ["", "nobody", "0" * 26, "%00"])
def test_unknown_accounts(db, desk, account_id):
    with pytest.raises(NotFound):
        moderation.get_account_history(db, desk, account_id)


def test_open_cases_are_counted_in_one_statement(db, desk, category):
    seller = factories.seller(db)
    waiting(db, seller, category, minutes=5)
    moderation.report(
        db, factories.actor(factories.buyer(db)), ReportDraft(target="account", target_id=seller.id, reason="scam")
    )
    moderation.report(
        db, factories.actor(factories.buyer(db)), ReportDraft(target="account", target_id=seller.id, reason="spam")
    )
    factories.save(db, OutboxMail(to="x@example.org", subject="x", text="x", purpose="x", last_error="refused"))
    statements = []
    event.listen(db.get_bind(), "before_cursor_execute", lambda *arguments: statements.append(arguments[2]))
    numbers = moderation.count_open_cases(db, desk)
    assert numbers == {"ad": 1, "report": 1, "appeal": 0, "grievance": 0, "mail": 1}
    assert len([statement for statement in statements if statement.startswith("SELECT")]) == 1
    assert "mail" not in moderation.count_open_cases(db, factories.actor(factories.moderator(db)))
    assert {each.kind: each.fresh + each.day + each.older for each in moderation.get_load(db, desk).open} == {
        kind: number for kind, number in numbers.items() if kind != "mail"
    }
