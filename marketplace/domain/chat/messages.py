"""Texts about chat; those in section 8.6 of the product spec come first."""

LOGIN_FIRST = "Please login to chat with the seller"
EMPTY = "Please write a message first."
TOO_LONG = "A message can have at most {most} characters."
TOO_MANY_PHOTOS = "A message can have at most {most} photos."
NOT_YOUR_PHOTOS = "You can only send photos that you uploaded."
BAD_CLIENT_ID = "clientId can have at most {most} characters."
UNKNOWN_PERSON = "That person was not found."
NOT_OPPOSITE = "Messages can only be sent between a buyer and a seller."
OWN_ACCOUNT = "This is your own account. You can't send messages to yourself."
NOT_REACHABLE = "This account can't receive messages right now."
NOT_THEIR_AD = "That ad does not belong to this seller."
YOU_BLOCKED = "You have blocked this person. Unblock them to write again."
NOT_YOURSELF = "You can't block yourself."
MARKED_READ = "Messages marked as read"
BLOCKED = "Blocked. This person can no longer message you."
UNBLOCKED = "Unblocked. This person can message you again."
MUTED = "Conversation muted"
UNMUTED = "Conversation no longer muted"
UNKNOWN_VERDICT = "The verdict must be scam or fine."
VERDICT_STORED = "Thank you for telling us."
NO_MORE_DIGESTS = "You won't get any more emails about unread messages."

GREETING = "Hi, is “{name}” still available?"
# By type of ad; the first is what the greeting asks.
QUESTIONS = {
    "sell": (
        "Is it still available?",
        "What is your best price?",
        "Where can I see it?",
        "Can you send more photos?",
    ),
    "rent": (
        "Is it still available?",
        "What is your best price for a week?",
        "Where can I pick it up?",
        "What do I need to bring?",
    ),
    "lease": (
        "Is it still available?",
        "What is your best price?",
        "When can I see it?",
        "What is the shortest lease?",
    ),
}

# Texts by the longest wait that they stand for, in minutes.
REPLY_RATE = "Replies to {percent} % of buyers"
REPLIES = {
    60: "Usually replies within an hour",
    6 * 60: "Usually replies within a few hours",
    24 * 60: "Usually replies within a day",
    3 * 24 * 60: "Usually replies within a few days",
}

PUSH = "New message from {name}"
DIGEST_SUBJECT = "You have unread messages on {site}"
DIGEST_TEXT = """Hello {name},

You have unread messages:

{lines}

Read and reply: {link}

Stop these emails: {stop}
"""
