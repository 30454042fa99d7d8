"""Texts about reviews. The codes of the tags are stored."""

LOGIN = "Please login to write a review"
NOT_FINISHED = "You can review each other after a finished deal or rental."
TOO_LATE = "The time for reviews of this deal is over."
WRITTEN_ALREADY = "You have already written a review."
ACCOUNT_CLOSED = "The other party has closed their account."
ONE_SUBJECT = "Please name either a deal or an enquiry."
BAD_STARS = "Please choose 1 to 5 stars."
UNKNOWN_TAG = "Please choose from the tags shown."
NO_REVIEW = "Review not found"
NO_DEAL = "Deal not found"
REPLIED_ALREADY = "You have already replied."
REPLY_MISSING = "Please write a reply."
REASON_MISSING = "Please say why it is removed."
REMOVED_ALREADY = "This review has already been removed."

SENT = "Thank you. Both reviews appear once the other party has written theirs, or on {day}."
REVEALED = "Thank you. Both reviews are visible now."
REPLIED = "Reply published"
REMOVED = "Review removed"

SELLER_TAGS = {
    "as_described": "As described",
    "friendly": "Friendly",
    "on_time": "On time",
    "quick_replies": "Quick replies",
    "fair_price": "Fair price",
    "not_as_described": "Not as described",
    "unfriendly": "Unfriendly",
    "late": "Late",
    "slow_replies": "Slow replies",
}
BUYER_TAGS = {
    "friendly": "Friendly",
    "on_time": "On time",
    "quick_replies": "Quick replies",
    "kept_to_price": "Kept to the price",
    "careful": "Careful with the item",
    "unfriendly": "Unfriendly",
    "late": "Late",
    "slow_replies": "Slow replies",
    "changed_price": "Asked for another price",
    "careless": "Careless with the item",
}

ASK_SUBJECT = "How was it with {other}?"
ASK_TEXT = """Hello {to},

How was it with {other}? Write a review of {name}: a few words help others. It stays sealed until {other} has written one as
well, or until {day}.

Write it here: {link}
"""
NEW_SUBJECT = "You have a new review"
NEW_TEXT = """Hello {to},

{other} has written a review about you. You can reply to it once.

See it here: {link}
"""
REMOVED_SUBJECT = "Your review of {other} was removed"
REMOVED_TEXT = """Hello {to},

We removed your review of {other}. The reason: {reason}
"""
