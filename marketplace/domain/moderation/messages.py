"""Texts of moderation and reports."""

REPORTED = "Thank you. Our team will look at it."
REPORT_RESOLVED = "Report resolved"
REPORT_DISMISSED = "Report dismissed"
REPORT_CLOSED = "Somebody else has dealt with this report already."
NO_REPORT = "Report not found"
NO_ACCOUNT = "Account not found"
NO_CONVERSATION = "Conversation not found"
UNKNOWN_TARGET = "Report a product, an account or a conversation."
UNKNOWN_REASON = "Please choose a reason."
TEXT_MISSING = "Please say in a few words what is wrong."
OWN_THING = "That is your own."
UNKNOWN_STATUS = "There is no such status."
UNKNOWN_KIND = "There is no such kind of account."
RESOLUTION_MISSING = "Please say what was done."
SUSPENDED = "Account suspended"
RESTORED = "Account restored"

REPORT_REASONS = {
    "scam": "It looks like a scam",
    "prohibited": "It is not allowed to be sold or said here",
    "spam": "It is spam or advertising",
    "duplicate": "It is there more than once",
    "wrong": "The category, price or place is wrong",
    "gone": "It is sold or not to be had",
    "offensive": "It is offensive or harasses somebody",
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
