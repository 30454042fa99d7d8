"""Texts of moderation and reports."""

REPORTED = "Thank you. Our team will look at it."
REPORT_RESOLVED = "Report resolved"
REPORT_DISMISSED = "Report dismissed"
REPORT_CLOSED = "Another administrator has already closed this report."
NO_REPORT = "Report not found"
NO_ACCOUNT = "Account not found"
NO_CONVERSATION = "Conversation not found"
UNKNOWN_TARGET = "Report a product, an account or a conversation."
UNKNOWN_REASON = "Please choose a reason."
TEXT_MISSING = "Please say in a few words what is wrong."
OWN_THING = "You can't report yourself or your own ads."
UNKNOWN_STATUS = "Unknown status."
UNKNOWN_KIND = "Unknown kind of account."
RESOLUTION_MISSING = "Please say what you did."
SUSPENDED = "Account suspended"
RESTORED = "Account restored"

REPORT_REASONS = {
    "scam": "It looks like a scam",
    "prohibited": "It isn't allowed on this site",
    "spam": "It is spam or advertising",
    "duplicate": "It is a duplicate",
    "wrong": "The category, price or place is wrong",
    "gone": "It is sold or unavailable",
    "offensive": "It is offensive or harassing",
    "other": "Something else",
}

CHANGED_FIELDS = {
    "price": "Price",
    "discount": "Discount",
    "ad_type": "Type",
    "category": "Category",
    "subcategory": "Subcategory",
    "position": "Latitude and longitude",
    "images": "Photos",
}
