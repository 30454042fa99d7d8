"""Database tables, one module for each aggregate. Business rules are in `marketplace.domain`."""

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
    AdRead,
    AdStatus,
    AdType,
    AdVersion,
    AdVersionImage,
    AdVersionValue,
    AdViewCount,
    ContactReveal,
    Listing,
    ListingCount,
    PriceUnit,
    Review,
)
from marketplace.models.base import ID_LENGTH, Table, UtcDateTime
from marketplace.models.cache_generation import CacheGeneration
from marketplace.models.catalog import Category, FieldDefinition, InputType, Subcategory
from marketplace.models.chat import (
    Conversation,
    ConversationParty,
    Message,
    MessagePhoto,
    MessageWarning,
    Verdict,
)
from marketplace.models.content import NewsletterSubscriber, Notification, Testimonial
from marketplace.models.jobs import Job, OutboxMail
from marketplace.models.media import Upload, UploadKind
from marketplace.models.moderation import AuditEntry, Report, ReportStatus, ReportTarget
from marketplace.models.rentals import AdCalendar, Booking, CalendarBlock, CalendarFeed, Enquiry, EnquiryStatus
from marketplace.models.searches import (
    Cadence,
    ListingChange,
    ListingChangeCounter,
    SavedSearch,
    SavedSearchMatch,
)
from marketplace.models.wishlist import WishlistItem

metadata = Table.metadata
