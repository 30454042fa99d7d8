"""Ads: from a seller's draft to a live, sold or expired offer."""

from marketplace.domain.ads.announcements import tell_since
from marketplace.domain.ads.drafts import discard_draft, find_draft, save_draft
from marketplace.domain.ads.expiry import expire_due, remind_expiring
from marketplace.domain.ads.lists import (
    count_by_status,
    find_cards,
    get_dashboard_stats,
    list_approved_of,
    list_details_of,
    list_for_review,
    list_of_seller,
)
from marketplace.domain.ads.presenting import is_new, join_location
from marketplace.domain.ads.review import approve, get_for_review, reject, set_featured
from marketplace.domain.ads.savers import stop_wishlist_mails
from marketplace.domain.ads.schemas import (
    AdCard,
    AdCounts,
    AdDetail,
    AdDraft,
    AdRow,
    ContactDetails,
    DashboardStats,
    FieldInput,
    FieldValue,
    SavedDraft,
)
from marketplace.domain.ads.selling import mark_sold, relist, renew, reveal_contact
from marketplace.domain.ads.service import delete, delete_all_of, duplicate, get, owner_of, revise, submit, to_draft
from marketplace.domain.ads.telling import TELL_SEARCHES
from marketplace.domain.ads.uploads import remove_image

__all__ = [
    "TELL_SEARCHES",
    "AdCard",
    "AdCounts",
    "AdDetail",
    "AdDraft",
    "AdRow",
    "ContactDetails",
    "DashboardStats",
    "FieldInput",
    "FieldValue",
    "SavedDraft",
    "approve",
    "count_by_status",
    "delete",
    "delete_all_of",
    "discard_draft",
    "duplicate",
    "expire_due",
    "find_cards",
    "find_draft",
    "get",
    "get_dashboard_stats",
    "get_for_review",
    "is_new",
    "join_location",
    "list_approved_of",
    "list_details_of",
    "list_for_review",
    "list_of_seller",
    "mark_sold",
    "owner_of",
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
    "tell_since",
    "to_draft",
]
