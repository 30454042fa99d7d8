"""Texts of moderation, reports and appeals."""

REPORTED = "Thank you. Our team will look at it."
REPORT_RESOLVED = "Report resolved"
REPORT_DISMISSED = "Report dismissed"
REPORT_CLOSED = "Another administrator has already closed this report."
NO_REPORT = "Report not found"
NO_ACCOUNT = "Account not found"
NO_CONVERSATION = "Conversation not found"
UNKNOWN_TARGET = "Report a product, an account, a conversation, a review or a wanted ad."
UNKNOWN_REASON = "Please choose a reason."
TEXT_MISSING = "Please say in a few words what is wrong."
OWN_THING = "You can't report yourself, or what is your own."
UNKNOWN_STATUS = "Unknown status."
UNKNOWN_KIND = "Unknown kind of account."
RESOLUTION_MISSING = "Please say what you did."
SUSPENDED = "Account suspended"
RESTORED = "Account restored"
SIGNED_OUT = "Account signed out everywhere"

APPEALED = "We have received your appeal. Somebody else will look at it if possible, and we'll email you the answer."
APPEAL_UPHELD = "The decision stays"
APPEAL_OVERTURNED = "The decision is undone"
APPEAL_CLOSED = "This appeal has already been decided."
APPEAL_MOOT_REASONS = {
    "ad_submitted": "You have changed the ad, so it is looked at again.",
    "ad_deleted": "What it was about has been deleted.",
    "ad_sold": "The ad has been sold. If you relist it, you can change it again.",
    "ad_sold_by_deal": "The ad has been sold. If you relist it, you can change it again.",
    "ad_taken_down": "The ad has been taken down since. You can appeal against that.",
    "ad_reassigned": "The ad belongs to another seller now.",
    "seller_restored": "The account has been restored.",
    "buyer_restored": "The account has been restored.",
}
APPEALED_ALREADY = "You have already appealed against this decision."
APPEAL_TEXT_MISSING = "Please say why you think the decision is wrong."
APPEAL_NOTE_MISSING = "Please write an answer to the owner."
NO_APPEAL = "Appeal not found"
NOTHING_TO_APPEAL = "There is no decision against this ad."
NOT_SUSPENDED = "This account is not suspended."
OWN_DECISION = "You took this decision. Another administrator has to look at it."
DECISION_GONE = "The decision no longer stands, so there is nothing to undo."
UNKNOWN_APPEAL_TARGET = "An appeal is about a product or an account."

APPEAL_UPHELD_SUBJECT = "Your appeal about '{name}' was decided"
APPEAL_UPHELD_TEXT = """Hello {seller},

We looked at your ad '{name}' again. The decision stays. The answer to your appeal:

{note}

You can still edit the ad and submit it again:

{page}
"""
APPEAL_OVERTURNED_SUBJECT = "Your ad '{name}' is approved after your appeal"
APPEAL_OVERTURNED_TEXT = """Hello {seller},

We looked at your ad '{name}' again. The decision was wrong, and the ad is approved:

{page}

The answer to your appeal:

{note}
"""

SUSPENSION_STAYS_SUBJECT = "Your appeal at {site} was decided"
SUSPENSION_STAYS_TEXT = """Hello {person},

We looked at the suspension of your account again. It stays suspended. The answer to your appeal:

{note}
"""

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
