"""Why something ended: the words that both parties read, in the page and in the mail."""

from marketplace.domain.effects.events import Event

ENDS = "This ends {what}. Everyone involved is told."
AND = "{first} and {last}"
# By the dependent of the table of effects.
ENDING_ONE = {
    "deal": "{count} reservation",
    "booking": "{count} booking",
    "enquiry": "{count} enquiry",
    "offer": "{count} offer",
}
ENDING_MANY = {
    "deal": "{count} reservations",
    "booking": "{count} bookings",
    "enquiry": "{count} enquiries",
    "offer": "{count} offers",
}

_GONE = "The ad is no longer available. There may be similar ones."
_SOLD = "The ad has been sold. There may be similar ones."
_ACCOUNT_CLOSED = "The other party has closed their account."
_ACCOUNT_AWAY = "One of the two accounts can't be used at the moment. You need not do anything."

REASONS = {
    Event.AD_PRICE_CHANGED: "The seller now asks for less than was offered. You can buy at the new price, or make a new offer.",
    Event.AD_PRICE_REMOVED: "The ad no longer names a price. You can still write to each other.",
    Event.AD_LEFT_SALE: "The ad is no longer for sale. You can still write to each other.",
    Event.AD_LEFT_RENT: "The ad is no longer for rent. You can still write to each other.",
    Event.AD_EXPIRED: "The ad has expired. A new offer can be made once it is renewed.",
    Event.AD_SOLD: _SOLD,
    Event.AD_SOLD_BY_DEAL: _SOLD,
    Event.AD_DELETED: _GONE,
    Event.AD_TAKEN_DOWN: _GONE,
    Event.AD_REASSIGNED: "Another seller has taken over the ad. Please ask again.",
    Event.SELLER_SUSPENDED: _ACCOUNT_AWAY,
    Event.BUYER_SUSPENDED: _ACCOUNT_AWAY,
    Event.SELLER_DELETED: _ACCOUNT_CLOSED,
    Event.BUYER_DELETED: _ACCOUNT_CLOSED,
}
