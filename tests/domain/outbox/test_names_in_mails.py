"""What people typed adds no line to a mail that could pass for one of ours: names stay on one line, longer texts are quoted."""

import re
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from sqlmodel import Session, select

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.domain import breaches, chat, content, grievances, outbox, saved_searches
from marketplace.domain.accounts import account_mails, codes
from marketplace.domain.ads import asking, notifications
from marketplace.domain.breaches import service as breach_mails
from marketplace.domain.chat import digest
from marketplace.domain.content import newsletter, rules_reminder
from marketplace.domain.deals import notifications as deal_mails
from marketplace.domain.expiry_notices import service as expiry_notices
from marketplace.domain.grievances import GrievanceDraft
from marketplace.domain.grievances import mails as grievance_mails
from marketplace.domain.handovers import notifications as handover_mails
from marketplace.domain.meetups import Meeting
from marketplace.domain.meetups import notifications as meetup_mails
from marketplace.domain.moderation import appeal_mails
from marketplace.domain.outbox.delivery import make_message
from marketplace.domain.rentals import notifications as rental_mails
from marketplace.domain.reviews import notifications as review_mails
from marketplace.domain.reviews.queries import Subject
from marketplace.domain.saved_searches import alert_mails
from marketplace.domain.saved_searches import effects as search_effects
from marketplace.domain.search import SearchQuery
from marketplace.domain.wanted import notifications as wanted_mails
from marketplace.domain.wishlist import effects as saved_ad_mails
from marketplace.models import (
    AccountKind,
    AccountStatus,
    AdVersion,
    Appeal,
    AppealStatus,
    AppealTarget,
    Breach,
    Cadence,
    CodePurpose,
    Deal,
    DealSide,
    EnquiryStatus,
    Meetup,
    Offer,
    PersonReview,
    SavedSearch,
    WantedAd,
)
from tests import factories
from tests.architecture import sources
from tests.domain.accounts.steps import mails

FAKE = "FAKE line"
# A name with everything that ends a line for some program, each time with a text that must not begin one.
BREAKS = ["\n\n", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"]
NAME = "Asha" + "".join(f"{end}{FAKE}" for end in BREAKS)


class Town:
    """A buyer and a seller with an ad, who typed the name above wherever they could."""

    def __init__(self, db: Session) -> None:
        self.db = db
        self.buyer = factories.buyer(db, name=NAME)
        self.seller = factories.seller(db, name=NAME, shop_name=NAME)
        self.ad = factories.ad(db, self.seller, factories.category(db, "Furniture"), name=NAME)
        version = db.get(AdVersion, self.ad.live_version_id)
        assert version
        version.note = NAME
        factories.save(db, version)
        self.version = version
        self.parties = {"ad_id": self.ad.id, "buyer_id": self.buyer.id, "seller_id": self.seller.id}
        self.subject = Subject(id="deal", is_deal=True, ended_at=clock.now(), **self.parties)


def account_events(town: Town) -> None:
    account_mails.mail_new_device(town.db, town.buyer, Actor(address="10.0.0.1", user_agent=NAME))
    account_mails.mail_email_changed(town.db, town.buyer, "old@example.org")
    town.buyer.suspended_reason = NAME
    account_mails.mail_suspended(town.db, town.buyer)
    account_mails.mail_restored(town.db, town.buyer, note=NAME)
    account_mails.mail_deleted(town.db, "gone@example.org", NAME)


def code(town: Town) -> None:
    codes.send(town.db, "asha@example.org", AccountKind.BUYER, CodePurpose.REGISTER)


def decisions_on_ads(town: Town) -> None:
    notifications.approved(town.db, town.ad, town.version, is_change=False)
    notifications.rejected(town.db, town.ad, town.version)
    notifications.taken_down(town.db, town.ad, town.version)
    notifications.deleted_by_admin(town.db, town.ad, town.version, NAME)
    notifications.reassigned(town.db, town.ad, town.version, town.seller)


def questions_about_ads(town: Town) -> None:
    asking._notify(town.db, town.seller, [town.ad])
    asking._notify(town.db, town.seller, [town.ad, town.ad])


def saved_ads(town: Town) -> None:
    for kind in ("ad_sold", "ad_back", "price_dropped"):
        saved_ad_mails._mail(town.db, town.buyer, town.ad.id, kind, {"name": NAME, "price": "₹1", "before": "₹2"})


def digests(town: Town) -> None:
    chat.send(town.db, factories.actor(town.buyer), town.seller.id, NAME)
    digest._mail(town.db, town.seller)


def deals(town: Town) -> None:
    offer = Offer(price_paise=100, expires_at=clock.now(), **town.parties)
    deal_mails.notify(town.db, offer, DealSide.SELLER, "offer_received", word=NAME)


def handovers(town: Town) -> None:
    rental = SimpleNamespace(id="rental", ad_display_name=NAME, **town.parties)
    handover_mails.notify_both(town.db, rental, "rental_picked_up")  # pyright: ignore[reportArgumentType]


def agreements(town: Town) -> None:
    now = clock.now()
    deal = Deal(price_paise=100, reserved_until=now, **town.parties)
    meeting = Meeting(
        deal, earliest=now, latest=now, zone=ZoneInfo("Asia/Kolkata"), ad_name=NAME, link="/", uid="1", description=NAME
    )
    meetup = Meetup(place=NAME, at=now, proposed_by=DealSide.BUYER)
    meetup_mails.notify(town.db, meeting, meetup, DealSide.SELLER, "meetup_agreed", event=True)


def rentals(town: Town) -> None:
    start = clock.now()
    enquiry = factories.enquiry(town.db, town.ad, town.buyer, start, start + timedelta(days=1), answer=NAME)
    rental_mails.notify_enquiry_sent(town.db, enquiry, silently=False)
    for status in (EnquiryStatus.ACCEPTED, EnquiryStatus.DECLINED, EnquiryStatus.CANCELLED):
        enquiry.status = status
        rental_mails.notify_enquiry_decided(town.db, enquiry, by=None)


def reviews(town: Town) -> None:
    review = PersonReview(
        side=DealSide.BUYER, writer_id=town.buyer.id, about_id=town.seller.id, stars=1, removed_reason=NAME
    )
    review_mails.notify_asked(town.db, town.subject, town.buyer.id, town.seller.id, name=NAME, until=clock.now())
    review_mails.notify_revealed(town.db, review, town.subject)
    review_mails.notify_removed(town.db, review, town.subject)


def appeals(town: Town) -> None:
    of_ad = Appeal(
        account_id=town.seller.id, target=AppealTarget.AD, target_id=town.ad.id, decided_at=clock.now(), note=NAME
    )
    for status in (AppealStatus.UPHELD, AppealStatus.OVERTURNED):
        of_ad.status = status
        appeal_mails.notify_about_ad(town.db, of_ad)
    town.seller.status = AccountStatus.SUSPENDED
    appeal_mails.mail_suspension_stays(town.db, of_ad)


def complaints(town: Town) -> None:
    draft = GrievanceDraft(kind="other", name=NAME, behalf_of=NAME, about=NAME, text=NAME)
    made = grievances.file_grievance(town.db, factories.actor(town.buyer), draft)
    (open_one,) = grievances.list_grievances(town.db, factories.actor(factories.admin(town.db))).items
    assert open_one.reference == made.reference
    admin = factories.actor(factories.admin(town.db))
    grievances.resolve_grievance(town.db, admin, open_one.id, NAME)


def expiries(town: Town) -> None:
    for kind in ("ad_expiring", "ad_expired"):
        expiry_notices.send(
            town.db, town.seller, kind, name=NAME, expires_at=clock.now(), renewal="/renew", purpose="ad"
        )


def alerts(town: Town) -> None:
    query = SearchQuery(keyword="asha")
    saved_searches.save_search(town.db, factories.actor(town.buyer), query, name=NAME, cadence=Cadence.AT_ONCE)
    town.db.commit()
    assert saved_searches.match_ad(town.db, town.ad.id) == 1


def ended_searches(town: Town) -> None:
    query = SearchQuery(category_id=town.version.category_id)
    saved_searches.save_search(town.db, factories.actor(town.buyer), query, name=NAME)
    search_effects._end(town.db, town.db.exec(select(SavedSearch)).one())


def wanted(town: Town) -> None:
    row = WantedAd(title=NAME, city=NAME, state=NAME)  # pyright: ignore[reportCallIssue]
    wanted_mails._mail(town.db, town.seller, [row])
    wanted_mails._mail(town.db, town.seller, [row, row])
    row.owner_id, row.ended_reason = town.buyer.id, NAME
    wanted_mails.notify_ended(town.db, row)


def newsletters(town: Town) -> None:
    content.subscribe(town.db, Actor(address="10.0.0.1"), "asha@example.org")


def rules(town: Town) -> None:
    town.buyer.created_at = clock.now() - timedelta(days=200)
    factories.save(town.db, town.buyer)
    assert content.remind_of_rules(town.db) == 1


def breach(town: Town) -> None:
    fields = ("nature", "extent", "timing", "location", "consequences", "measures", "advice", "contact")
    breaches.send(town.db, dict.fromkeys(fields, NAME) | {"noticed_at": clock.now(), "everybody": True})
    made = town.db.exec(select(Breach)).one()
    assert breaches.notify_affected(town.db, {"breach_id": made.id})


# What sends the mails of each module that has some.
SENDERS: dict[object, Callable[[Town], None]] = {
    account_mails: account_events,
    codes: code,
    notifications: decisions_on_ads,
    asking: questions_about_ads,
    saved_ad_mails: saved_ads,
    digest: digests,
    deal_mails: deals,
    handover_mails: handovers,
    meetup_mails: agreements,
    rental_mails: rentals,
    review_mails: reviews,
    appeal_mails: appeals,
    grievance_mails: complaints,
    expiry_notices: expiries,
    alert_mails: alerts,
    search_effects: ended_searches,
    wanted_mails: wanted,
    newsletter: newsletters,
    rules_reminder: rules,
    breach_mails: breach,
}
_WITH_MAIL = re.compile(r"outbox\.mail\(|\bMail\(|outbox\.Subscription\(")
# Their mails have no text that a person typed.
IMPERSONAL = {code, newsletters, rules}


def test_every_module_with_mails_is_tested():
    sending = {
        sources.name(path).removesuffix(".py").replace("/", ".")
        for path in sources.python_files("marketplace")
        if _WITH_MAIL.search(path.read_text(encoding="utf-8"))
    }
    # Sends the mails of the others.
    sending.remove("marketplace.domain.content.notifications")
    assert sending == {module.__name__ for module in SENDERS}  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize("send", SENDERS.values(), ids=lambda send: send.__name__)
def test_no_line_begins_with_what_follows_a_line_break_in_a_name(db, send):
    town = Town(db)
    send(town)
    sent = mails(db)
    assert sent
    assert any(FAKE in mail.text for mail in sent) == (send not in IMPERSONAL)
    for mail in sent:
        assert "\n" in mail.text
        (subject,) = make_message(mail)["Subject"].splitlines()
        assert subject == mail.subject
        for line in make_message(mail).get_body().get_content().splitlines():
            assert not line.strip().startswith(FAKE)


def test_lines_joined_by_hand_are_put_on_one_line(db):
    outbox.mail(db, "a@example.org", "Hello", f"Hello {NAME},\n\nthis is ours", purpose="test")
    assert len(mails(db)[0].text.splitlines()) == 1
