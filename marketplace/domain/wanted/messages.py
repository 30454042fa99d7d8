"""Texts about wanted ads."""

LOGIN = "Please login as a buyer to say what you are looking for"
LOGIN_AS_SELLER = "Please sign in as a seller to see what buyers are looking for"
LOGIN_FIRST = "Please sign in first"
NOT_FOUND = "That wanted ad was not found."
CREATED = "We tell sellers what you are looking for."
CHANGED = "Your wanted ad is changed."
RENEWED = "Your wanted ad is renewed."
ENDED = "Your wanted ad has ended."
OFFERED = "You have offered your ad. The chat with the buyer is open."
ENDED_BY_MODERATOR = "The wanted ad has ended."

TITLE_MISSING = "Please say in a few words what you are looking for."
UNKNOWN_TYPE = "The type must be sell, rent or lease."
UNKNOWN_SUBCATEGORY = "Please choose a category and a subcategory."
UNKNOWN_TOWN = "Please choose a town from the suggestions."
PRICE_TOO_LOW = "The highest price must be above 0."
NO_CONTACT_DETAILS = "Please leave out phone numbers and email addresses. Sellers write to you in the chat."
TOO_MANY = "You can have up to {most} live wanted ads. Please end one first."
OVER = "This wanted ad has ended. Please write a new one."
NOT_FITTING = "Please choose one of your own live ads that fits."
OFFERED_ALREADY = "You have already offered this ad."
REASON_MISSING = "Please say why. The buyer reads it."
ENDED_ALREADY = "This wanted ad has already ended."

OFFER_TEXT = "You are looking for “{title}”. I have this: {ad}"

MAIL_SUBJECT_ONE = "A buyer is looking for “{title}”"
MAIL_SUBJECT_MANY = "{count} buyers are looking for things that you offer"
MAIL_TEXT = """Hello {person},

Buyers on {site} are looking for things that you offer:

{wanted}

See them all and offer your ads:
{page}

Stop these emails:
{stop}
"""
NO_MORE_MAILS = "You won't get any more emails about what buyers are looking for."

CATEGORY_GONE = "Its category no longer exists. You can look for it in another one."
ENDED_SUBJECT = "Your wanted ad '{title}' was ended"
ENDED_TEXT = """Hello {person},

Your wanted ad '{title}' was ended by our team, so sellers no longer see it:

{reason}

You can write a new one here:
{page}
"""
