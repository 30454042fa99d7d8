"""Texts of the site's own content."""

NO_TESTIMONIAL = "Testimonial not found"
ORDER_INCOMPLETE = "The order must list each item exactly once."
NO_PAGE = "Page not found"

NOTICES = {
    "ad_approved": "Your ad '{name}' is approved and live.",
    "ad_rejected": "Your ad '{name}' was rejected: {reason}",
    "ad_change_approved": "Your change to '{name}' is approved and live.",
    "ad_change_rejected": "Your change to '{name}' was rejected: {reason}",
    "ad_featured": "Your ad '{name}' is now featured.",
    "ad_expiring": "Your ad '{name}' expires on {date}.",
    "ad_expired": "Your ad '{name}' has expired. You can renew it.",
    "ad_deleted_by_admin": "Your ad '{name}' was removed by an administrator.",
    "ad_sold": "'{name}' on your wishlist is sold.",
    "enquiry_received": "New enquiry for '{name}' from {buyer}.",
    "enquiry_accepted": "Your enquiry for '{name}' was accepted.",
    "enquiry_declined": "Your enquiry for '{name}' was declined.",
    "enquiry_cancelled": "An enquiry for '{name}' was cancelled.",
    "saved_search_match": "New ads for your saved search '{name}'.",
    "saved_search_ad": "New ad for your saved search '{name}': {ad}.",
    "saved_search_cheaper": "'{ad}' from your saved search '{name}' now costs {price}.",
    "price_dropped": "'{name}' on your wishlist now costs {price}.",
}

SUBSCRIBED = "Please check your email and confirm your subscription."
CONFIRMED = "Your subscription is confirmed. Thank you!"
UNSUBSCRIBED = "You are unsubscribed. You won't get any more newsletters."
BAD_EMAIL = "Please enter a valid email address."
BAD_LINK = "This link is no longer valid."

CONFIRM_SUBJECT = "Please confirm your subscription to {site}"
CONFIRM_TEXT = """Hello,

someone, hopefully you, subscribed this address to the newsletter of {site}.
To confirm, please open this link:

{confirm}

If it wasn't you, ignore this email: we send nothing unless you confirm.
To cancel the subscription:

{unsubscribe}
"""
