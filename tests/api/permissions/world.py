"""Test objects of the permission table, created on first access."""

from collections.abc import Callable
from datetime import timedelta
from functools import cache, cached_property
from typing import Any

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import ANONYMOUS
from marketplace.domain import accounts, ads, chat, content, moderation, rentals, search, wishlist
from marketplace.domain.accounts import passwords
from marketplace.models import (
    Account,
    AccountKind,
    Ad,
    AdStatus,
    AdType,
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
from tests import factories
from tests.domain.accounts.steps import PASSWORD, code_for


@cache
def _hash_of_password() -> str:
    return passwords.make_hash(PASSWORD)


class World:
    """Lazily created objects, owned by `user` or `seller`; `me` is the caller or the permitted caller."""

    def __init__(self, db: Session, me: str):
        self.db = db
        self.me: Account = getattr(self, me)

    def _person(self, make: Callable[..., Account]) -> Account:
        made = make(self.db, whatsapp="set below", address="set below", password_hash=_hash_of_password())
        tail = made.id[-10:].lower()
        made.email = f"mailbox-{tail}@private.example"
        made.address, made.phone, made.whatsapp = f"Private Lane {tail}", f"+9198{tail}", f"+9177{tail}"
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
        return factories.enquiry(self.db, self.rental, self.user, now + timedelta(days=1), now + timedelta(days=2))

    @cached_property
    def booked(self) -> Enquiry:
        self._do(rentals.accept, self.seller, self.enquiry.id)
        return self.enquiry

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

    def save(self, ad: Ad) -> None:
        """Add the ad to the user's wishlist."""
        self._do(wishlist.add, self.user, ad.id)

    def save_search(self, account: Account) -> str:
        query = search.parse_query({"keyword": "sofa"})
        return self._do(search.save_search, account, query).id

    def delete(self, ad: Ad) -> None:
        self._do(ads.delete, self.seller, ad.id)

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
    def mail(self) -> OutboxMail:
        made = OutboxMail(to="a@example.org", subject="Hello", text="Hello", purpose="test", attempts=1)
        factories.save(self.db, made)
        return made

    def testimonials(self) -> list[str]:
        """Return the ids of all testimonials, at least one."""
        draft = content.TestimonialDraft(name="Meera", description="Sold in two days.", image="")
        self._do(content.create_testimonial, self.admin, draft)
        return [view.id for view in content.list_testimonials(self.db)]

    def suspend(self, account: Account) -> None:
        """Suspend the account as an admin."""
        self._do(moderation.suspend_account, self.another_admin, account.id, "Counterfeit goods")
