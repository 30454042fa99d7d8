"""Test objects of the permission table, created on first access."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cache, cached_property
from typing import Any

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.db import memo
from marketplace.domain import (
    accounts,
    ads,
    chat,
    content,
    deals,
    grievances,
    handovers,
    media,
    moderation,
    push,
    rentals,
    reviews,
    saved_searches,
    search,
    wanted,
    wishlist,
)
from marketplace.domain.accounts import passwords
from marketplace.domain.listings import changes
from marketplace.models import (
    Account,
    AccountKind,
    Ad,
    AdStatus,
    AdType,
    AdVersionValue,
    Category,
    Enquiry,
    FieldDefinition,
    InputType,
    OutboxMail,
    Report,
    ReportTarget,
    Subcategory,
    Upload,
)
from tests import factories, push_service
from tests.domain.accounts.steps import PASSWORD, code_for
from tests.domain.media.corpus import PDF, jpeg
from tests.push_service import Browser


@cache
def _hash_of_password() -> str:
    return passwords.make_hash(PASSWORD)


class World:
    """Lazily created objects, owned by `user` or `seller`; `me` is the caller or the permitted caller."""

    def __init__(self, db: Session, me: str):
        self.db = db
        self.me: Account = getattr(self, me)

    @contextmanager
    def undone(self) -> Iterator[None]:
        """Undo at the end of the block what it did to the database and to this world, which costs less than a new world."""
        self.db.commit()
        before, moment = dict(self.__dict__), self.db.get_bind().begin_nested()
        try:
            yield
        finally:
            self.db.rollback()
            moment.rollback()
            self.__dict__.clear()
            self.__dict__.update(before)
            # All of these have seen what is gone.
            self.db.expire_all()
            memo.reset()
            changes.note_everything(self.db)

    def _person(self, make: Callable[..., Account]) -> Account:
        made = make(self.db, whatsapp="set below", address="set below", password_hash=_hash_of_password())
        tail = made.id[-10:].lower()
        made.email = f"mailbox-{tail}@private.example"
        made.address, made.phone, made.whatsapp = f"Private Lane {tail}", f"+9198{tail}", f"+9177{tail}"
        made.upi = f"pay.{tail}@bank" if made.kind is AccountKind.SELLER else ""
        factories.save(self.db, made)
        return made

    @cached_property
    def user(self) -> Account:
        return self._person(factories.buyer)

    @cached_property
    def other_user(self) -> Account:
        return self._person(factories.buyer)

    @cached_property
    def seller(self) -> Account:
        return self._person(factories.seller)

    @cached_property
    def other_seller(self) -> Account:
        return self._person(factories.seller)

    @cached_property
    def admin(self) -> Account:
        return self._person(factories.admin)

    @cached_property
    def moderator(self) -> Account:
        return self._person(factories.moderator)

    @cached_property
    def bystander(self) -> Account:
        """A seller who never calls."""
        return self._person(factories.seller)

    @cached_property
    def quiet_user(self) -> Account:
        """A user who never calls."""
        return self._person(factories.buyer)

    @cached_property
    def another_admin(self) -> Account:
        """An admin who never calls."""
        return self._person(factories.admin)

    @cached_property
    def category(self) -> Category:
        return factories.category(self.db)

    @cached_property
    def subcategory(self) -> Subcategory:
        return factories.subcategory(self.db, self.category)

    @cached_property
    def field(self) -> FieldDefinition:
        return factories.field(self.db, self.subcategory, "Year", InputType.NUMBER)

    def ad_of(self, seller: Account, **values: Any) -> Ad:
        return factories.ad(self.db, seller, self.category, city="Pune", **values)

    @cached_property
    def ad(self) -> Ad:
        return self.ad_of(self.seller, featured=True)

    @cached_property
    def rental(self) -> Ad:
        return self.ad_of(self.seller, ad_type=AdType.RENT)

    @cached_property
    def pending(self) -> Ad:
        return self.ad_of(self.seller, status=AdStatus.PENDING)

    @cached_property
    def sold(self) -> Ad:
        return self.ad_of(self.seller, status=AdStatus.SOLD)

    @cached_property
    def expired(self) -> Ad:
        return self.ad_of(self.seller, status=AdStatus.EXPIRED)

    @cached_property
    def enquiry(self) -> Enquiry:
        now = clock.now()
        # The pickup can be confirmed already.
        return factories.enquiry(self.db, self.rental, self.user, now + timedelta(hours=2), now + timedelta(days=2))

    @cached_property
    def booked(self) -> Enquiry:
        self._do(rentals.accept, self.seller, self.enquiry.id)
        return self.enquiry

    @cached_property
    def rental_code(self) -> str:
        """The user's code for the pickup of `booked`, or for the return once it was picked up."""
        return self._do(handovers.get_record, self.user, self.booked.id).code

    @cached_property
    def picked_up_id(self) -> str:
        """Id of a booking that was picked up; `rental_code` is that of the return."""
        code = self.__dict__.pop("rental_code", None) or self.rental_code
        self._do(handovers.confirm_pickup, self.seller, self.booked.id, code)
        self.__dict__.pop("rental_code", None)
        return self.booked.id

    @cached_property
    def recorded_id(self) -> str:
        """Id of a booking with a photo of the seller in its condition record."""
        photo = self._do(media.store_image, self.seller, "front.jpg", jpeg(320, 240))
        self._do(handovers.add_photo, self.seller, self.booked.id, "pickup", part="Front", photo=photo.id)
        return self.booked.id

    @cached_property
    def for_sale(self) -> Ad:
        return self.ad_of(self.seller, price_paise=1000_00)

    def attach_file(self, *, is_public: bool) -> str:
        """Return the id of a PDF of the seller in a field of `for_sale`, of which the user has a deal."""
        assert self.deal_id
        shelf = factories.subcategory(self.db, self.category)
        field = factories.field(self.db, shelf, "Bill", InputType.FILE, is_public=is_public)
        stored = self._do(media.store_document, self.seller, "bill.pdf", PDF)
        value = {"field_id": field.id, "label": "Bill", "input_type": "file", "upload_id": stored.id}
        factories.save(self.db, AdVersionValue(version_id=self.for_sale.live_version_id, **value))
        return stored.id

    @cached_property
    def offer_id(self) -> str:
        """Id of an open offer of the user."""
        return self._do(deals.make_offer, self.user, self.for_sale.id, 900).id

    @cached_property
    def countered_id(self) -> str:
        """Id of an offer of the user for which the seller has named another price."""
        return self._do(deals.counter_offer, self.seller, self.offer_id, 950).id

    @cached_property
    def deal_id(self) -> str:
        """Id of an active deal of user and seller."""
        return self._do(deals.accept_offer, self.seller, self.offer_id).deal_id

    @cached_property
    def handover_code(self) -> str:
        return self._do(deals.get_deal, self.user, self.deal_id).code

    def propose_meetup(self, by: str, hours: int = 24) -> str:
        """Return the id of an active deal for which `user` or `seller` has proposed a meetup in so many hours."""
        at = (clock.now() + timedelta(hours=hours)).isoformat()
        return self._do(deals.propose_meetup, getattr(self, by), self.deal_id, "Central Station", at).id

    @cached_property
    def meeting_id(self) -> str:
        """Id of a deal of user and seller with an agreed meetup in two hours."""
        return self._do(deals.confirm_meetup, self.seller, self.propose_meetup("user", hours=2)).id

    @cached_property
    def done_deal_id(self) -> str:
        """Id of a finished deal of user and seller."""
        return self._do(deals.hand_over, self.seller, self.deal_id, self.handover_code).id

    @cached_property
    def sealed_review_id(self) -> str:
        """Id of a sealed review of the seller by the user."""
        return self._review(self.user, "Just as described.")

    @cached_property
    def review_id(self) -> str:
        """Id of a revealed review of the seller by the user."""
        made = self.sealed_review_id
        self._review(self.seller, "A quick handover.")
        return made

    def _review(self, writer: Account, text: str) -> str:
        draft = reviews.ReviewDraft(deal_id=self.done_deal_id, stars=5, tags=["friendly"], text=text)
        return self._do(reviews.write_review, writer, draft).id

    def _do(self, verb: Callable[..., Any], account: Account, *args: Any, **options: Any) -> Any:
        done = verb(self.db, factories.actor(account), *args, **options)
        self.db.commit()
        return done

    @cached_property
    def conversation_id(self) -> str:
        """Id of a conversation of user and seller; the user sent the last message."""
        self._do(chat.send, self.seller, self.user.id, "It is.")
        return self._do(chat.send, self.user, self.seller.id, "Is it still there?").conversation_id

    @cached_property
    def warned_id(self) -> str:
        """Id of a message of the seller of which the user is warned."""
        words = "Scan this QR code and enter your PIN, the 9000 comes into your account"
        return self._do(chat.send, self.seller, self.user.id, words).id

    @cached_property
    def wanted_id(self) -> str:
        """Id of a wanted ad of the user that an ad of the seller fits."""
        assert self.fitting
        # The user may have been in other worlds, and the number of live ones is limited.
        for earlier in self._do(wanted.list_own, self.user).items:
            self._do(wanted.end, self.user, earlier.id)
        draft = wanted.WantedDraft(
            title="A sofa", ad_type="sell", subcategory_id=self.subcategory.id, city="Pune", state="Maharashtra"
        )
        return self._do(wanted.create, self.user, draft).id

    @cached_property
    def fitting(self) -> Ad:
        """An ad of the seller that fits the wanted ad."""
        return self.ad_of(self.seller, subcategory_id=self.subcategory.id, state="Maharashtra")

    def save(self, ad: Ad) -> None:
        """Add the ad to the user's wishlist."""
        self._do(wishlist.add, self.user, ad.id)

    def save_search(self, account: Account) -> str:
        query = search.parse_query({"keyword": "sofa"})
        return self._do(saved_searches.save_search, account, query).id

    def delete(self, ad: Ad) -> None:
        self._do(ads.delete, self.seller, ad.id)

    def pause(self, ad: Ad) -> None:
        self._do(ads.pause, self.seller, ad.id)

    def block(self, account: Account, other: Account) -> None:
        self._do(chat.block, account, other.id)

    def open_feed(self) -> str:
        assert self.booked
        return self._do(rentals.open_feed, self.user)

    def upload(self, owner: Account) -> Upload:
        return factories.upload(self.db, owner)

    def session_of(self, account: Account) -> str:
        """Return the id of a session of the account."""
        factories.bearer(self.db, account)
        return self._do(accounts.list_sessions, account)[0].id

    def browser_of(self, account: Account) -> Browser:
        """Return a browser that gets the notifications of the account."""
        made = push_service.browser()
        actor = factories.actor(account, session_id=self.session_of(account))
        push.subscribe(self.db, actor, push.PushDraft(endpoint=made.endpoint, **made.keys))
        self.db.commit()
        return made

    def verified_email(self, kind: AccountKind) -> tuple[str, str]:
        """Return a verified email and its proof."""
        email = self.registering_email(kind)
        proof = accounts.verify_registration_code(self.db, ANONYMOUS, email, code_for(self.db, email), kind=kind)
        self.db.commit()
        return email, proof

    def registering_email(self, kind: AccountKind) -> str:
        """Return an email to which a code was sent."""
        email = f"new-{factories.upload(self.db, self.bystander).id.lower()}@example.org"
        accounts.request_registration_code(self.db, ANONYMOUS, email, kind=kind)
        self.db.commit()
        return email

    @cached_property
    def report(self) -> Report:
        made = Report(target=ReportTarget.AD, target_id=self.ad.id, reason="scam")
        factories.save(self.db, made)
        return made

    @cached_property
    def report_of_review_id(self) -> str:
        """Id of an open report about the review."""
        made = Report(target=ReportTarget.REVIEW, target_id=self.review_id, reason="offensive")
        factories.save(self.db, made)
        return made.id

    @cached_property
    def mail(self) -> OutboxMail:
        made = OutboxMail(to="a@example.org", subject="Hello", text="Hello", purpose="test", attempts=1)
        factories.save(self.db, made)
        return made

    def testimonials(self) -> list[str]:
        """Return the ids of all testimonials, at least one."""
        draft = content.TestimonialDraft(name="Meera", description="Sold in two days.", image="")
        self._do(content.create_testimonial, self.admin, draft)
        return [view.id for view in content.list_testimonials(self.db)]

    @cached_property
    def grievance_id(self) -> str:
        """Id of an open grievance."""
        grievances.file_grievance(self.db, ANONYMOUS, grievances.GrievanceDraft(text="My photo."))
        self.db.commit()
        return grievances.list_grievances(self.db, factories.actor(self.another_admin)).items[-1].id

    @cached_property
    def rejected(self) -> Ad:
        """An ad of the seller that another admin rejected."""
        ad = self.ad_of(self.seller, status=AdStatus.PENDING)
        self._do(ads.reject, self.another_admin, ad.id, "The photos show another sofa.")
        return ad

    @cached_property
    def appeal_id(self) -> str:
        """Id of the seller's open appeal."""
        return self._do(moderation.appeal_ad, self.seller, self.rejected.id, "They show this one.").id

    def suspend(self, account: Account) -> None:
        """Suspend the account as an admin."""
        self._do(moderation.suspend_account, self.another_admin, account.id, "Counterfeit goods")
