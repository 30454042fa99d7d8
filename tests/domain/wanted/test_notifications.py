"""How sellers are told of wanted ads: in the page once, and by mail once a day."""

from datetime import timedelta

import pytest
from sqlmodel import Session, col, select

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.core.errors import NotFound
from marketplace.domain import accounts, chat, jobs, wanted
from marketplace.models import Account, Job, Notification, OutboxMail, WantedMatch
from tests import factories
from tests.background import run_jobs
from tests.domain.wanted.conftest import Market


def _told(db: Session, seller: Account) -> list[str]:
    notices = db.exec(select(Notification).where(Notification.account_id == seller.id).order_by(Notification.id)).all()
    return [notice.kind for notice in notices]


def _mails(db: Session) -> list[OutboxMail]:
    return list(db.exec(select(OutboxMail).where(OutboxMail.purpose == "wanted").order_by(col(OutboxMail.id))))


def test_sellers_are_told_once_in_batches(db: Session, market: Market):
    others = [factories.seller(db) for _ in range(2)]
    for other in others:
        market.sell(other)
        market.sell(other)
    made = market.want()
    counts = [wanted.notify_sellers(db, made.id, limit=2) for _ in range(3)]
    assert counts == [2, 1, 0]
    for seller in (market.seller, *others):
        assert _told(db, seller) == ["wanted_match"]
    assert _told(db, factories.seller(db)) == []
    notice = db.exec(select(Notification)).first()
    assert notice is not None
    assert (notice.values, notice.link) == ({"what": "Sofas", "place": "Pune"}, "/seller/wanted")


def test_a_step_that_was_lost_is_repeated(db: Session, market: Market):
    made = market.want()
    wanted.notify_sellers(db, made.id)
    db.rollback()
    assert _told(db, market.seller) == []
    wanted.notify_sellers(db, made.id)
    db.commit()
    wanted.notify_sellers(db, made.id)
    assert _told(db, market.seller) == ["wanted_match"]


def test_a_new_wanted_ad_and_a_new_ad_run_their_jobs(db: Session, market: Market):
    market.want()
    run_jobs(db)
    assert _told(db, market.seller) == ["wanted_match"]
    late = factories.seller(db)
    ad = market.sell(late)
    jobs.enqueue(db, "ads.tell_searches", {"ad_id": ad.id})
    db.commit()
    run_jobs(db)
    assert _told(db, late) == ["wanted_match"]
    assert not db.exec(select(Job).where(Job.last_error != "")).all()


def test_a_seller_with_a_new_ad_is_told_of_all_at_once(db: Session, market: Market):
    for number in range(3):
        market.want(title=f"Sofa {number}")
    late = factories.seller(db)
    ad = market.sell(late)
    assert [wanted.notify_about_ad(db, ad.id, limit=2) for _ in range(3)] == [2, 1, 0]
    assert _told(db, late) == ["wanted_matches", "wanted_match"]
    # A second fitting ad is no news.
    assert wanted.notify_about_ad(db, market.sell(late).id) == 0
    assert wanted.notify_about_ad(db, "nothing") == 0


def test_nobody_is_told_of_what_they_may_not_see(db: Session, market: Market):
    blocked, twin, gone = (
        market.seller,
        factories.seller(db, email=market.buyer.email),
        factories.seller(db),
    )
    chat.block(db, market.as_buyer, blocked.id)
    ad = market.sell(twin)
    market.sell(gone)
    accounts.suspend(db, factories.actor(factories.admin(db)), gone.id, reason="Spam")
    made = market.want()
    assert wanted.notify_sellers(db, made.id) == 0
    assert wanted.notify_about_ad(db, ad.id) == 0
    assert wanted.notify_about_ad(db, market.ad.id) == 0
    assert wanted.notify_sellers(db, "nothing") == 0


def test_an_ended_one_is_told_to_nobody(db: Session, market: Market):
    made = market.want()
    wanted.end(db, market.as_buyer, made.id)
    assert wanted.notify_sellers(db, made.id) == 0
    assert wanted.notify_about_ad(db, market.ad.id) == 0


def test_one_mail_a_day_with_all_that_is_new(db: Session, market: Market, monkeypatch):
    def tell(title: str) -> None:
        wanted.notify_sellers(db, market.want(title=title, max_price=5000).id)
        wanted.mail_sellers(db)

    tell("First sofa")
    (mail,) = _mails(db)
    assert (mail.to, mail.subject) == (market.seller.email, "A buyer is looking for “First sofa”")
    assert "First sofa\nup to ₹5,000 · Pune, Maharashtra" in mail.text
    assert "List-Unsubscribe" in mail.headers
    tell("Second sofa")
    tell("Third sofa")
    assert len(_mails(db)) == 1
    later = clock.now() + timedelta(days=1, minutes=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert wanted.mail_sellers(db) == 1
    assert wanted.mail_sellers(db) == 0
    assert len(_mails(db)) == 2
    assert "Second sofa" in _mails(db)[1].text
    assert _mails(db)[1].subject == "2 buyers are looking for things that you offer"


def test_what_is_over_is_not_mailed(db: Session, market: Market):
    made = market.want()
    wanted.notify_sellers(db, made.id)
    wanted.end(db, market.as_buyer, made.id)
    wanted.mail_sellers(db)
    assert _mails(db) == []


def test_mails_stop_by_their_link(db: Session, market: Market):
    wanted.notify_sellers(db, market.want().id)
    wanted.mail_sellers(db)
    token = _mails(db)[0].text.partition("token=")[2].split()[0]
    for odd in ("", "nothing", token[:-1], token.replace(market.seller.id, market.buyer.id)):
        with pytest.raises(NotFound):
            wanted.MAILS.stop(db, ANONYMOUS, odd)
    for _ in range(2):
        wanted.MAILS.stop(db, ANONYMOUS, token)
    db.refresh(market.seller)
    assert market.seller.wants_wanted_mail is False
    second = market.want(title="Another")
    wanted.notify_sellers(db, second.id)
    later = db.exec(select(WantedMatch).where(WantedMatch.wanted_id == second.id)).one()
    assert later.mailed_at is not None
    assert _told(db, market.seller) == ["wanted_match", "wanted_match"]
