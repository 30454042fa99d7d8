"""Ads: drafts, review, publication, sale and expiry."""

from marketplace.domain.ads.dashboard import get_dashboard_ads
from marketplace.domain.ads.drafts import discard_draft, find_draft, save_draft
from marketplace.domain.ads.expiry import expire_due, remind_expiring
from marketplace.domain.ads.insights import get_insights, record_view
from marketplace.domain.ads.lists import (
    count_by_status,
    find_cards,
    get_dashboard_stats,
    list_approved_of,
    list_details_of,
    list_for_review,
    list_of_seller,
)
from marketplace.domain.ads.notifications import notify_seller_restored
from marketplace.domain.ads.price_history import find_price_drop
from marketplace.domain.ads.reads import record_reads
from marketplace.domain.ads.review import approve, get_for_review, reject, set_featured
from marketplace.domain.ads.schemas import (
    AdCard,
    AdCounts,
    AdDetail,
    AdDraft,
    AdInsights,
    AdRow,
    ContactDetails,
    CurrentPrice,
    DashboardAd,
    DashboardAds,
    DashboardStats,
    FieldInput,
    FieldValue,
    SavedDraft,
)
from marketplace.domain.ads.search_alerts import SEARCH_ALERTS_JOB
from marketplace.domain.ads.selling import mark_sold, relist, renew, reveal_contact
from marketplace.domain.ads.service import (
    check,
    delete,
    delete_all_of,
    duplicate,
    get,
    get_current_price,
    owner_of,
    revise,
    submit,
    to_draft,
)
from marketplace.domain.ads.uploads import remove_image
from marketplace.domain.ads.views import is_new, join_location
from marketplace.domain.ads.wishlist_audience import stop_wishlist_mails

__all__ = [
    "SEARCH_ALERTS_JOB",
    "AdCard",
    "AdCounts",
    "AdDetail",
    "AdDraft",
    "AdInsights",
    "AdRow",
    "ContactDetails",
    "CurrentPrice",
    "DashboardAd",
    "DashboardAds",
    "DashboardStats",
    "FieldInput",
    "FieldValue",
    "SavedDraft",
    "approve",
    "check",
    "count_by_status",
    "delete",
    "delete_all_of",
    "discard_draft",
    "duplicate",
    "expire_due",
    "find_cards",
    "find_draft",
    "find_price_drop",
    "get",
    "get_current_price",
    "get_dashboard_ads",
    "get_dashboard_stats",
    "get_for_review",
    "get_insights",
    "is_new",
    "join_location",
    "list_approved_of",
    "list_details_of",
    "list_for_review",
    "list_of_seller",
    "mark_sold",
    "notify_seller_restored",
    "owner_of",
    "record_reads",
    "record_view",
    "reject",
    "relist",
    "remind_expiring",
    "remove_image",
    "renew",
    "reveal_contact",
    "revise",
    "save_draft",
    "set_featured",
    "stop_wishlist_mails",
    "submit",
    "to_draft",
]
