"""Texts about offers and deals."""

LOGIN_TO_OFFER = "Please login to make an offer"
LOGIN_FOR_DEALS = "Please login to see your offers"
FAILED_TO_FETCH = "Failed to fetch offers"
ONLY_SALES = "Offers are for ads for sale only."
NO_PRICE = "This ad has no price to make an offer on."
NOT_OFFERED = "This ad doesn't take offers right now."
BAD_PRICE = "Please enter a price."
BOUNDS = "From {least} to {most}"
TOO_LOW = "The offer must be at least {least}, which is {percent} % of the price."
TOO_HIGH = "The offer can be at most {most}, which is {percent} % of the price."
RESERVED_FOR_YOU = "This ad is already reserved for you."
ONE_LIVE = "You already have an open offer for this ad."
NO_OFFER = "Offer not found"
OTHERS_MOVE = "It is the other party's turn."
RESERVED_ALREADY = "This ad is reserved: another offer was accepted."
OFFER_CLOSED = {
    "open": "This offer is waiting for an answer.",
    "countered": "This offer is waiting for an answer.",
    "accepted": "This offer has already been accepted.",
    "declined": "This offer has already been declined.",
    "withdrawn": "This offer has already been withdrawn.",
    "expired": "This offer has expired.",
}

SENT = "Offer sent"
ACCEPTED = "Offer accepted. The ad is reserved."
DECLINED = "Offer declined"
COUNTERED = "Counter-offer sent"
WITHDRAWN = "Offer withdrawn"
HELD_BY_DEAL = "This ad is reserved. Finish the handover with the buyer's code, or cancel the deal first."

# What is open between two people, in the list of their conversations: by the offer's status, and whose turn it is.
TRADE_OFFERS = {
    ("open", "waits"): "Offer of {price} waits for your answer",
    ("open", "sent"): "Your offer of {price} waits for an answer",
    ("open", "in_line"): "Offer of {price} waits in line",
    ("countered", "waits"): "Counter-offer of {price} waits for your answer",
    ("countered", "sent"): "Your counter-offer of {price} waits for an answer",
    ("countered", "in_line"): "Offer of {price} waits in line",
}
TRADE_DEAL = "Reserved at {price}"

NO_DEAL = "Deal not found"
DEAL_CLOSED = {
    "reserved": "Please agree on a place and a time first.",
    "meeting": "The meetup is already agreed.",
    "done": "This deal is already done.",
    "cancelled": "This deal has been cancelled.",
    "expired": "The reservation has expired.",
}
EVENT_DESCRIPTION = "Price: {price}. Check the item first, then pay. The code is on the deal's page."
PAYMENT_NOTE = "{site} {name}"

BY_RESERVATION = "Reserved until {until}"
NEXT_BUYER_HANDOVER = (
    "Check the item, pay, then show your code",
    "{other} types the four digits, and the item is yours.",
)
NEXT_SELLER_HANDOVER = (
    "Get paid, then type the buyer's code",
    "Check your own bank or UPI app for the money. The code marks the ad as sold.",
)
NEXT_ADMIN = ("Waiting for the handover", "Buyer and seller agree on a meetup, and the code confirms the handover.")
NEXT_OVER = {
    "done": ("Handed over", "Both parties confirmed it with the code. The receipt is below."),
    "cancelled": ("This deal was cancelled", "The ad is no longer reserved for the buyer."),
    "expired": (
        "The reservation has expired",
        "The handover did not happen in time. To start again, make a new offer.",
    ),
}

REASON_NEEDED = "Please say why you are cancelling."
CANCELLED = "Deal cancelled. The ad is available again."
DONE = "Handover confirmed. The ad is sold."
NEW_CODE = "Here is your new code. The old one no longer works."
NOT_DONE = "There is no receipt until the deal is done."
RECEIPT = "Receipt"
RECEIPT_PRODUCT = "Product"
RECEIPT_PRICE = "Price"
RECEIPT_BUYER = "Buyer"
RECEIPT_SELLER = "Seller"
RECEIPT_AGREED = "Agreed on"
RECEIPT_HANDED_OVER = "Handed over"
RECEIPT_NUMBER = "Number"
RECEIPT_NOTE = (
    "Both parties confirmed the handover with the buyer's code. {site} is not a party to the sale and took no payment."
)

# Mails by the kind of notification: subject and first paragraph. The text of each notification is in `content.messages`.
MAILS = {
    "offer_received": ("New offer for {name}", "{other} offers {price} for {name}."),
    "offer_countered": ("A counter-offer for {name}", "{other} made a counter-offer of {price} for {name}."),
    "offer_accepted": (
        "Your price for {name} was accepted",
        "{other} accepted {price} for {name}. It is reserved until {until}.",
    ),
    "offer_declined": ("The offer for {name} was declined", "The offer of {price} for {name} was declined."),
    "offer_withdrawn": ("The offer for {name} was withdrawn", "The offer of {price} for {name} was withdrawn."),
    "offer_ended": ("The offer for {name} has ended", "The offer of {price} for {name} has ended. {reason}"),
    "offer_expired": ("The offer for {name} has expired", "The offer of {price} for {name} got no answer in time."),
    "offer_in_line": (
        "{name} is reserved, your offer waits",
        "{name} is reserved for someone else until {until}. Your offer of {price} waits in line. You can withdraw it.",
    ),
    "offer_next": (
        "{name} is available again",
        "{name} is available again, and your offer of {price} is next in line.",
    ),
    "offer_next_seller": (
        "{name} is available again",
        "{name} is available again. The next offer in line is {price}.",
    ),
    "deal_cancelled": ("Cancelled: {name}", "The deal for {name} was cancelled. The ad is no longer reserved."),
    "deal_ended": ("Cancelled: {name}", "The reservation of {name} was cancelled. {reason}"),
    "deal_expired": (
        "The reservation of {name} has expired",
        "The handover did not happen in time, so {name} is no longer reserved.",
    ),
    "deal_cancelled_next": (
        "Cancelled: {name}",
        "The deal for {name} was cancelled. It is available again, and the next offer in line is {price}.",
    ),
    "deal_ended_next": (
        "Cancelled: {name}",
        "The reservation of {name} was cancelled. {reason} The next offer in line is {price}.",
    ),
    "deal_expired_next": (
        "The reservation of {name} has expired",
        "The handover did not happen in time, so {name} is available again. The next offer in line is {price}.",
    ),
    "deal_done": ("Handed over: {name}", "{name} was handed over for {price}. The receipt is on the deal's page."),
}
MAIL_TEXT = """Hello {to},

{said}
{word}
See it here: {link}
"""
