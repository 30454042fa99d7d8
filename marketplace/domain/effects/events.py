"""Domain events: what happens to an ad, the catalog or an account."""

from dataclasses import dataclass
from enum import StrEnum


class Event(StrEnum):
    """A domain event. The table of effects has a row for each."""

    AD_SUBMITTED = "ad_submitted"
    AD_APPROVED = "ad_approved"
    AD_REJECTED = "ad_rejected"
    AD_PRICE_CHANGED = "ad_price_changed"
    AD_PRICE_REMOVED = "ad_price_removed"
    AD_LEFT_SALE = "ad_left_sale"
    AD_LEFT_RENT = "ad_left_rent"
    AD_UNIT_CHANGED = "ad_unit_changed"
    AD_REFILED = "ad_refiled"
    AD_MOVED = "ad_moved"
    AD_PAUSED = "ad_paused"
    AD_RESERVED = "ad_reserved"
    AD_IN_DEAL = "ad_in_deal"
    AD_EXPIRED = "ad_expired"
    AD_SOLD = "ad_sold"
    AD_SOLD_BY_DEAL = "ad_sold_by_deal"
    AD_RELISTED = "ad_relisted"
    AD_DELETED = "ad_deleted"
    AD_TAKEN_DOWN = "ad_taken_down"
    AD_REASSIGNED = "ad_reassigned"
    CATEGORY_ARCHIVED = "category_archived"
    CATEGORY_RENAMED = "category_renamed"
    SUBCATEGORY_ARCHIVED = "subcategory_archived"
    SUBCATEGORY_RENAMED = "subcategory_renamed"
    FIELD_ARCHIVED = "field_archived"
    FIELD_REQUIRED = "field_required"
    OPTION_REMOVED = "option_removed"
    SELLER_SUSPENDED = "seller_suspended"
    SELLER_RESTORED = "seller_restored"
    SELLER_DELETED = "seller_deleted"
    BUYER_SUSPENDED = "buyer_suspended"
    BUYER_RESTORED = "buyer_restored"
    BUYER_DELETED = "buyer_deleted"
    RENAMED = "renamed"
    BLOCKED = "blocked"
    UNBLOCKED = "unblocked"
    SECOND_ACCOUNT = "second_account"
    """The other account of one person. Nothing fires it: whoever adds a dependent asks whether buyer and seller are one person."""


SUSPENSIONS = (Event.SELLER_SUSPENDED, Event.BUYER_SUSPENDED)


@dataclass(frozen=True, slots=True)
class Occasion:
    """One occurrence of an event.

    Attributes:
        subject_id: the ad, category, subcategory, field or account that it happens to.
        actor_id: the account that caused it and needs no notice of it; None for the site and its staff.
        other_id: what else takes part: the category or subcategory that takes over, the removed option, the earlier name,
            the blocked account, or the seller who loses an ad.
        key: names the occasion, so that nobody is told of it twice; empty if each dependent is a matter of its own.
        since: when that began which the event undoes, in ISO 8601: the sale before a relisting, the suspension before a restoring.
        after: id of the last row that earlier steps of its job have looked at.
    """

    event: Event
    subject_id: str
    actor_id: str | None = None
    other_id: str = ""
    key: str = ""
    since: str = ""
    after: str = ""
