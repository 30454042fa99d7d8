"""Statements that select what belongs to an account."""

from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import SQLModel, col, or_, select

from marketplace.models import (
    Account,
    AccountPhoto,
    AccountSession,
    Ad,
    AdVersion,
    Appeal,
    CalendarFeed,
    CaseKind,
    ConversationParty,
    Deal,
    Enquiry,
    Grievance,
    GrievanceStatus,
    InternalNote,
    Meetup,
    Message,
    NewsletterSubscriber,
    Notification,
    Offer,
    PushSubscription,
    Report,
    ReportStatus,
    SavedSearch,
    SavedSearchMatch,
    TradeTotal,
    WantedAd,
    WishlistItem,
)


def private(account: Account) -> dict[str, tuple[type[SQLModel], ColumnElement[bool]]]:
    """Rows that concern the account alone, by their name in the archive; in an order in which they can be deleted."""
    own = account.id
    return {
        "saved_search_matches": (SavedSearchMatch, col(SavedSearchMatch.search_id).in_(searches(account))),
        "saved_searches": (SavedSearch, col(SavedSearch.account_id) == own),
        "wanted_ads": (WantedAd, col(WantedAd.owner_id) == own),
        "wishlist": (WishlistItem, col(WishlistItem.buyer_id) == own),
        "notices": (Notification, col(Notification.account_id) == own),
        "calendar_feeds": (CalendarFeed, col(CalendarFeed.account_id) == own),
        "profile_photos": (AccountPhoto, col(AccountPhoto.account_id) == own),
        "push_subscriptions": (PushSubscription, col(PushSubscription.account_id) == own),
        "sessions": (AccountSession, col(AccountSession.account_id) == own),
        "trade_totals": (TradeTotal, col(TradeTotal.account_id) == own),
        "newsletter": (NewsletterSubscriber, col(NewsletterSubscriber.email) == account.email),
    }


def ads(account: Account) -> Any:
    """Ids of the ads."""
    return select(Ad.id).where(Ad.seller_id == account.id)


def versions(account: Account) -> Any:
    """Ids of the versions of the ads."""
    return select(AdVersion.id).where(col(AdVersion.ad_id).in_(ads(account)))


def searches(account: Account) -> Any:
    """Ids of the saved searches."""
    return select(SavedSearch.id).where(SavedSearch.account_id == account.id)


def wanted(account: Account) -> Any:
    """Ids of the wanted ads."""
    return select(WantedAd.id).where(WantedAd.owner_id == account.id)


def enquiries(account: Account) -> Any:
    """Ids of the enquiries that the account is a party of."""
    return select(Enquiry.id).where(is_party(account))


def offers(account: Account) -> Any:
    """Ids of the offers that the account is a party of."""
    return select(Offer.id).where(or_(col(Offer.buyer_id) == account.id, col(Offer.seller_id) == account.id))


def deals(account: Account) -> Any:
    """Ids of the deals that the account is a party of."""
    return select(Deal.id).where(or_(col(Deal.buyer_id) == account.id, col(Deal.seller_id) == account.id))


def met(account: Account) -> ColumnElement[bool]:
    """Meetups of the deals and rentals that the account is a party of."""
    return or_(col(Meetup.deal_id).in_(deals(account)), col(Meetup.enquiry_id).in_(enquiries(account)))


def sent(account: Account) -> Any:
    """Ids of the messages that the account sent."""
    return select(Message.id).where(Message.sender_id == account.id)


def received(account: Account) -> Any:
    """Ids of the messages that reached the account."""
    conversations = select(ConversationParty.conversation_id).where(ConversationParty.account_id == account.id)
    return select(Message.id).where(
        col(Message.conversation_id).in_(conversations),
        Message.sender_id != account.id,
        col(Message.withheld).is_(False),
    )


def noted_about(account: Account) -> ColumnElement[bool]:
    """Notes of moderators on the account, its ads, its appeals, and its closed reports and grievances."""
    own = account.id
    closed_reports = select(Report.id).where(Report.reporter_id == own, Report.status != ReportStatus.OPEN)
    closed = select(Grievance.id).where(Grievance.account_id == own, Grievance.status != GrievanceStatus.OPEN)
    cases = {
        CaseKind.ACCOUNT: select(Account.id).where(Account.id == own),
        CaseKind.AD: ads(account),
        CaseKind.APPEAL: select(Appeal.id).where(Appeal.account_id == own),
        CaseKind.REPORT: closed_reports,
        CaseKind.GRIEVANCE: closed,
    }
    return or_(*((col(InternalNote.kind) == kind) & col(InternalNote.case_id).in_(ids) for kind, ids in cases.items()))


def is_party(account: Account) -> ColumnElement[bool]:
    """Enquiries that the account is a party of."""
    return or_(col(Enquiry.buyer_id) == account.id, col(Enquiry.seller_id) == account.id)
