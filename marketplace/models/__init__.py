"""What is stored. One file for each aggregate; nothing here knows a rule."""

from marketplace.models.accounts import (
    Account,
    AccountKind,
    AccountPhoto,
    AccountSession,
    AccountStatus,
    Block,
    CodePurpose,
    OneTimeCode,
    RecoveryCode,
    SellerType,
)
from marketplace.models.ads import (
    Ad,
    AdDraftSave,
    AdStatus,
    AdType,
    AdVersion,
    AdVersionImage,
    AdVersionValue,
    ContactReveal,
    Listing,
    ListingValue,
    Review,
)
from marketplace.models.base import ID_LENGTH, Table, UtcDateTime
from marketplace.models.catalog import Category, FieldDefinition, InputType, Subcategory
from marketplace.models.chat import Conversation, ConversationParty, Message, MessagePhoto
from marketplace.models.content import NewsletterSubscriber, Notice, Testimonial
from marketplace.models.editions import Edition, ListingCount
from marketplace.models.jobs import Job, OutboxMail
from marketplace.models.media import Upload, UploadKind
from marketplace.models.moderation import AuditEntry, Report, ReportStatus, ReportTarget
from marketplace.models.rentals import AdCalendar, Booking, CalendarBlock, CalendarFeed, Enquiry, EnquiryStatus
from marketplace.models.searches import (
    Cadence,
    NewWord,
    SavedSearch,
    SavedSearchDoubt,
    SavedSearchKey,
    SavedSearchMatch,
)
from marketplace.models.wishlist import WishlistItem

metadata = Table.metadata

__all__ = [name for name in dir() if name[0].isupper()] + ["metadata"]
