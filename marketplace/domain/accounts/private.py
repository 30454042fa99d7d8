"""Rows that belong to one person: what an archive holds, and what goes with a deleted account."""

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import Session, SQLModel, col, delete, or_, select, update

from marketplace.models import (
    Account,
    AccountPhoto,
    AccountSession,
    Ad,
    AdCalendar,
    AdDraftSave,
    AdVersion,
    AdVersionImage,
    AdVersionValue,
    Block,
    Booking,
    CalendarBlock,
    CalendarFeed,
    ContactReveal,
    ConversationParty,
    Enquiry,
    Message,
    MessagePhoto,
    NewsletterSubscriber,
    Notice,
    OneTimeCode,
    OutboxMail,
    RecoveryCode,
    Report,
    SavedSearch,
    SavedSearchMatch,
    Upload,
    WishlistItem,
)

# Never shown, not even to their owner: what proves who somebody is.
_SECRET = {"password_hash", "token_hash", "device_hash", "code_hash", "totp_seed", "totp_step", "generation"}
# Who decided at the desk, and what it noted about a report, is the desk's.
_DESK = {"resolution", "resolved_by", "decided_by"}
# It would tell that the other side blocked them.
_OF_OTHERS = {"withheld"}


def _ads(account: Account) -> Any:
    return select(Ad.id).where(Ad.seller_id == account.id)


def _versions(account: Account) -> Any:
    return select(AdVersion.id).where(col(AdVersion.ad_id).in_(_ads(account)))


def _searches(account: Account) -> Any:
    return select(SavedSearch.id).where(SavedSearch.account_id == account.id)


def _enquiries(account: Account) -> Any:
    return select(Enquiry.id).where(_is_party(account))


def _messages(account: Account) -> Any:
    return select(Message.id).where(Message.sender_id == account.id)


def _is_party(account: Account) -> ColumnElement[bool]:
    return or_(col(Enquiry.buyer_id) == account.id, col(Enquiry.seller_id) == account.id)


def _archived(account: Account) -> dict[str, tuple[type[SQLModel], ColumnElement[bool]]]:
    own = account.id
    return {
        "account": (Account, col(Account.id) == own),
        "profile_photos": (AccountPhoto, col(AccountPhoto.account_id) == own),
        "sessions": (AccountSession, col(AccountSession.account_id) == own),
        "uploads": (Upload, col(Upload.owner_id) == own),
        "ads": (Ad, col(Ad.seller_id) == own),
        "ad_versions": (AdVersion, col(AdVersion.ad_id).in_(_ads(account))),
        "ad_photos": (AdVersionImage, col(AdVersionImage.version_id).in_(_versions(account))),
        "ad_values": (AdVersionValue, col(AdVersionValue.version_id).in_(_versions(account))),
        "calendars": (AdCalendar, col(AdCalendar.ad_id).in_(_ads(account))),
        "closed_dates": (CalendarBlock, col(CalendarBlock.ad_id).in_(_ads(account))),
        "drafts": (AdDraftSave, col(AdDraftSave.seller_id) == own),
        "wishlist": (WishlistItem, col(WishlistItem.buyer_id) == own),
        "numbers_seen": (ContactReveal, col(ContactReveal.buyer_id) == own),
        "saved_searches": (SavedSearch, col(SavedSearch.account_id) == own),
        "saved_search_matches": (SavedSearchMatch, col(SavedSearchMatch.search_id).in_(_searches(account))),
        "enquiries": (Enquiry, _is_party(account)),
        "bookings": (Booking, col(Booking.enquiry_id).in_(_enquiries(account))),
        "conversations": (ConversationParty, col(ConversationParty.account_id) == own),
        "messages_sent": (Message, col(Message.sender_id) == own),
        "message_photos": (MessagePhoto, col(MessagePhoto.message_id).in_(_messages(account))),
        "calendar_feeds": (CalendarFeed, col(CalendarFeed.account_id) == own),
        "reports_filed": (Report, col(Report.reporter_id) == own),
        "blocks": (Block, col(Block.blocker_id) == own),
        "notices": (Notice, col(Notice.account_id) == own),
        "newsletter": (NewsletterSubscriber, col(NewsletterSubscriber.email) == account.email),
    }


def collect(db: Session, account: Account) -> dict[str, list[dict[str, Any]]]:
    """All that the site keeps about the account, JSON values only, without secrets."""
    return {
        name: [_as_json(row) for row in db.exec(select(model).where(whose))]
        for name, (model, whose) in _archived(account).items()
    }


def _as_json(row: SQLModel) -> dict[str, Any]:
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in row.model_dump().items()
        if name not in _SECRET | _DESK | _OF_OTHERS
    }


def erase(db: Session, account: Account) -> None:
    """Delete the rows that are nobody else's business; ads, messages and enquiries are not among them."""
    own = account.id
    for model, whose in (
        (SavedSearchMatch, col(SavedSearchMatch.search_id).in_(_searches(account))),
        (SavedSearch, col(SavedSearch.account_id) == own),
        (WishlistItem, col(WishlistItem.buyer_id) == own),
        (AdDraftSave, col(AdDraftSave.seller_id) == own),
        (Notice, col(Notice.account_id) == own),
        (Block, or_(col(Block.blocker_id) == own, col(Block.blocked_id) == own)),
        (CalendarFeed, col(CalendarFeed.account_id) == own),
        (AccountPhoto, col(AccountPhoto.account_id) == own),
        (AccountSession, col(AccountSession.account_id) == own),
        (RecoveryCode, col(RecoveryCode.account_id) == own),
        (OneTimeCode, or_(col(OneTimeCode.account_id) == own, _mailed_to(account))),
        (OutboxMail, col(OutboxMail.account_id) == own),
    ):
        db.exec(delete(model).where(whose))
    # Its ads are gone from the lists; what remains of them for those who decided and wrote about them needs no door.
    of_ads = col(AdVersion.ad_id).in_(_ads(account))
    db.exec(update(AdVersion).where(of_ads).values(latitude=None, longitude=None))
    db.flush()


def _mailed_to(account: Account) -> ColumnElement[bool]:
    return (col(OneTimeCode.email) == account.email) & (col(OneTimeCode.kind) == account.kind)
