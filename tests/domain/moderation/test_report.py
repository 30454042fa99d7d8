import pytest
from sqlmodel import col, select

from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.errors import Gone, Invalid, NotFound, NotSignedIn, RuleBroken, TooMany
from marketplace.domain import moderation
from marketplace.domain.moderation import ReportDraft
from marketplace.models import AccountStatus, AdStatus, Conversation, Report
from marketplace.settings import get_settings
from tests import factories


def draft(target, target_id, reason="scam", text=""):
    return ReportDraft(target=target, target_id=target_id, reason=reason, text=text)


def reports(db):
    return db.exec(select(Report).order_by(col(Report.id))).all()


def live_ad(db, **values):
    return factories.ad(db, factories.seller(db), factories.category(db), **values)


def test_anyone_may_report_an_ad(db):
    ad = live_ad(db)
    moderation.report(db, Actor(address="203.0.113.5"), draft("ad", ad.id, text=" Asks for an advance.\x00 "))
    (row,) = reports(db)
    assert (row.target, row.target_id, row.reason, row.text, row.reporter_id, row.status) == (
        "ad",
        ad.id,
        "scam",
        "Asks for an advance.",
        None,
        "open",
    )


def test_only_the_two_parties_report_a_conversation(db):
    buyer, seller, other = factories.buyer(db), factories.seller(db), factories.seller(db)
    conversation = Conversation(buyer_id=buyer.id, seller_id=seller.id)
    factories.save(db, conversation)
    with pytest.raises(NotSignedIn):
        moderation.report(db, ANONYMOUS, draft("conversation", conversation.id))
    for key in (conversation.id, buyer.id, seller.id, other.id):
        with pytest.raises(NotFound):
            moderation.report(db, factories.actor(other), draft("conversation", key))
    moderation.report(db, factories.actor(buyer), draft("conversation", seller.id))
    moderation.report(db, factories.actor(seller), draft("conversation", conversation.id))
    assert [(row.target_id, row.reporter_id) for row in reports(db)] == [
        (conversation.id, buyer.id),
        (conversation.id, seller.id),
    ]
    with pytest.raises(NotFound):
        moderation.report(db, factories.actor(buyer), draft("conversation", buyer.id))


def test_accounts_are_reported_by_those_who_may_know_them(db):
    buyer, seller, admin = factories.buyer(db), factories.seller(db), factories.admin(db)
    moderation.report(db, ANONYMOUS, draft("account", seller.id))
    moderation.report(db, factories.actor(seller), draft("account", buyer.id))
    for caller in (ANONYMOUS, factories.actor(factories.buyer(db))):
        with pytest.raises(NotFound):
            moderation.report(db, caller, draft("account", buyer.id))
    with pytest.raises(NotFound):
        moderation.report(db, factories.actor(seller), draft("account", admin.id))
    gone = factories.seller(db, status=AccountStatus.DELETED)
    with pytest.raises(NotFound):
        moderation.report(db, ANONYMOUS, draft("account", gone.id))


@pytest.mark.parametrize("target", ["ad", "account", "conversation"])
@pytest.mark.parametrize("target_id", ["", "nothing", "01M7YH44H3FVMP4547R0ZWQBC3", "\x00"])
def test_unknown_targets_cannot_be_reported(db, target, target_id):
    with pytest.raises(NotFound):
        moderation.report(db, factories.actor(factories.buyer(db)), draft(target, target_id))


def test_a_hidden_ad_cannot_be_reported(db):
    with pytest.raises(NotFound):
        moderation.report(db, ANONYMOUS, draft("ad", live_ad(db, status=AdStatus.PENDING).id))
    with pytest.raises(Gone):
        moderation.report(db, ANONYMOUS, draft("ad", live_ad(db, status=AdStatus.EXPIRED).id))


def test_own_content_cannot_be_reported(db):
    seller = factories.seller(db)
    ad = factories.ad(db, seller, factories.category(db))
    for one in (draft("ad", ad.id), draft("account", seller.id)):
        with pytest.raises(RuleBroken):
            moderation.report(db, factories.actor(seller), one)


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("target", {"target": "product"}),
        ("reason", {"reason": "because"}),
        ("reason", {"reason": ""}),
        ("text", {"reason": "other", "text": "  "}),
        ("text", {"text": "x" * 1001}),
    ],
)
def test_fields_are_checked(db, field, values):
    with pytest.raises(Invalid) as caught:
        moderation.report(db, ANONYMOUS, ReportDraft(**{"target": "ad", "target_id": "x", "reason": "spam", **values}))
    assert [error["field"] for error in caught.value.errors] == [field]


def test_a_second_report_adds_to_the_open_one(db):
    ad, actor = live_ad(db), factories.actor(factories.buyer(db))
    moderation.report(db, actor, draft("ad", ad.id, "spam", "First"))
    moderation.report(db, actor, draft("ad", ad.id, "scam"))
    (row,) = reports(db)
    assert (row.reason, row.text) == ("scam", "First")


def test_reports_are_limited_by_address_and_by_account(db, monkeypatch):
    monkeypatch.setattr(get_settings(), "limit_reports", "2 per hour")
    ad, buyer = live_ad(db), factories.buyer(db)
    for _ in range(2):
        moderation.report(db, Actor(address="203.0.113.5"), draft("ad", ad.id))
    with pytest.raises(TooMany):
        moderation.report(db, Actor(address="203.0.113.5"), draft("ad", ad.id))
    for last in (6, 7):
        moderation.report(db, factories.actor(buyer, address=f"203.0.113.{last}"), draft("ad", ad.id))
    with pytest.raises(TooMany):
        moderation.report(db, factories.actor(buyer, address="203.0.113.8"), draft("ad", ad.id))


def test_refused_reports_are_not_counted(db, monkeypatch):
    monkeypatch.setattr(get_settings(), "limit_reports", "1 per hour")
    for _ in range(3):
        with pytest.raises(Invalid):
            moderation.report(db, ANONYMOUS, draft("ad", "x", reason=""))
    moderation.report(db, ANONYMOUS, draft("ad", live_ad(db).id))
