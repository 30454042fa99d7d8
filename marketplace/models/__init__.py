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
    QuietStage,
    Review,
)
from marketplace.models.base import ID_LENGTH, Table, UtcDateTime
from marketplace.models.breaches import Breach
from marketplace.models.cache_generation import CacheChange, CacheGeneration
from marketplace.models.catalog import Category, FieldDefinition, InputType, Subcategory
from marketplace.models.chat import (
    Conversation,
    ConversationParty,
    Message,
    MessagePhoto,
    MessageWarning,
    Verdict,
)
from marketplace.models.consents import Consent, ConsentPurpose, ConsentWay
from marketplace.models.content import NewsletterSubscriber, Notification, Testimonial
from marketplace.models.deals import (
    ACTIVE_DEALS,
    Deal,
    DealSide,
    DealStatus,
    Offer,
    OfferAction,
    OfferStatus,
    OfferStep,
)
from marketplace.models.grievances import Grievance, GrievanceKind, GrievanceStatus, HeldPhoto, Hold
from marketplace.models.jobs import Job, OutboxMail
from marketplace.models.media import PhotoHash, Upload, UploadKind
from marketplace.models.meetups import Meetup
from marketplace.models.moderation import (
    Appeal,
    AppealStatus,
    AppealTarget,
    Assignment,
    AuditEntry,
    CannedReply,
    CaseKind,
    InternalNote,
    ModerationSettings,
    ReplyPurpose,
    Report,
    ReportStatus,
    ReportTarget,
    TextReading,
)
from marketplace.models.push import PushSubscription
from marketplace.models.rentals import (
    AdCalendar,
    Booking,
    CalendarBlock,
    CalendarFeed,
    ConditionEntry,
    Deposit,
    Enquiry,
    EnquiryStatus,
    EntryKind,
    RentalStage,
)
from marketplace.models.reviews import PersonReview, TradeTotal
from marketplace.models.searches import (
    Cadence,
    ListingChange,
    ListingChangeCounter,
    SavedSearch,
    SavedSearchMatch,
)
from marketplace.models.submissions import Submission
from marketplace.models.trust import RuleVersion
from marketplace.models.wanted import WantedAd, WantedAnswer, WantedMatch
from marketplace.models.wishlist import WishlistItem

metadata = Table.metadata
