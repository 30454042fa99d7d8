"""Texts of the site's own content."""

NO_TESTIMONIAL = "Testimonial not found"
ORDER_INCOMPLETE = "The order must name each one exactly once."
NO_PAGE = "Page not found"

NOTICES = {
    "ad_approved": "Your ad '{name}' is approved and live.",
    "ad_rejected": "Your ad '{name}' was rejected: {reason}",
    "ad_change_approved": "Your change to '{name}' is approved and live.",
    "ad_change_rejected": "Your change to '{name}' was rejected: {reason}",
    "ad_featured": "Your ad '{name}' is now featured.",
    "ad_expiring": "Your ad '{name}' expires on {date}.",
    "ad_expired": "Your ad '{name}' has expired. You can renew it.",
    "ad_deleted_by_admin": "Your ad '{name}' was taken down.",
    "ad_sold": "'{name}' on your wishlist is sold.",
    "enquiry_received": "New enquiry for '{name}' from {buyer}.",
    "enquiry_accepted": "Your enquiry for '{name}' was accepted.",
    "enquiry_declined": "Your enquiry for '{name}' was declined.",
    "enquiry_cancelled": "An enquiry for '{name}' was cancelled.",
    "saved_search_match": "New for your saved search '{name}'.",
    "saved_search_ad": "New for your saved search '{name}': {ad}.",
    "saved_search_cheaper": "'{ad}' from your saved search '{name}' now costs {price}.",
    "price_dropped": "'{name}' on your wishlist now costs {price}.",
}

SUBSCRIBED = "Please check your mail and confirm your subscription."
CONFIRMED = "Your subscription is confirmed. Thank you!"
UNSUBSCRIBED = "You are unsubscribed. You will get no more newsletters."
BAD_EMAIL = "Please enter a valid email address."
BAD_LINK = "This link is not valid any more."

CONFIRM_SUBJECT = "Please confirm your subscription to {site}"
CONFIRM_TEXT = """Hello,

somebody, hopefully you, asked for the newsletter of {site} at this address.
To confirm, please open this link:

{confirm}

If it was not you, do nothing: without your confirmation we send nothing.
To take it back at once:

{unsubscribe}
"""
