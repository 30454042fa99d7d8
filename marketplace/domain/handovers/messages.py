"""Texts about pickup, return and condition records."""

from marketplace.models import DealSide

NO_RENTAL = "Rental not found"
NOT_BOOKED = "This enquiry is not accepted, or it was cancelled."
DATES_OVER = "The dates of this rental have passed."
TOO_EARLY = "You can confirm the pickup from {opens} on."
PICKUP_FIRST = "Please confirm the pickup first."
PICKED_UP_ALREADY = "The pickup is already confirmed."
RETURNED_ALREADY = "The return is already confirmed."
NOTHING_TO_MEET_FOR = "This rental is over, or it is not booked."
NO_CODE = "There is no code to replace."
PICKED_UP = "Pickup confirmed"
RETURNED = "Return confirmed. The rental is finished."
NEW_CODE = "Here is your new code. The old one no longer works."

OTHER_PART = "Something else"
BAD_STAGE = "stage must be pickup or return."
BAD_PART = "Please choose what the photo shows."
NO_PHOTO = "Please add a photo that you have uploaded yourself."
NOT_OPEN_YET = "You can record the return only after the pickup."
CLOSED = "Both of you have confirmed this record, so it is closed."
FULL = "A record holds at most {most} entries."
NOTHING_YET = "Please add a photo first."
CONFIRMED_ALREADY = "You have already confirmed this record."
ACCOUNT_CLOSED = "The other party has closed their account."
ADDED = "Added to the record"
CONFIRMED = "Record confirmed"
DISAGREED = "Your disagreement is in the record"

DEPOSIT_RECORDED = "Deposit recorded"
DEPOSIT_CONFIRMED = "Deposit confirmed"
DEPOSIT_NEEDED = "Please enter the amount of the deposit."
DEPOSIT_TOO_HIGH = "That is more than the {given} that was given."
DEPOSIT_BAD_DAY = "Please enter the day like 2026-12-04."
DEPOSIT_DAY_TOO_LATE = "That day is still to come."
DEPOSIT_DAY_TOO_EARLY = "That is before {day}. Please choose a later day."
DEPOSIT_GIVEN_FIRST = "Please both confirm first what was given."
DEPOSIT_NOTHING = "Nothing is recorded yet."
DEPOSIT_OWN = "Only the other party can confirm that."
DEPOSIT_CLOSED = "Both of you have confirmed this already."
DEPOSIT_CHANGED = "Something else was recorded meanwhile. Please look at it first."
DEPOSIT_KEPT = "{amount} of {given} was not given back."

NEXT_EARLY = "The code works from {opens} on"
NEXT_BUYER_PICKUP = (
    "Check the item together, then show your code",
    "{other} types the four digits, and the rental begins.",
)
NEXT_SELLER_PICKUP = (
    "Check the item together, then type the buyer's code",
    "Take photos of its condition first. The code says that {other} has it.",
)
NEXT_BUYER_RETURN = (
    "Give it back, then show your new code",
    "{other} types the four digits, and the rental is finished.",
)
NEXT_SELLER_RETURN = (
    "Take it back, then type the buyer's new code",
    "Compare it with the photos of the pickup first. The code finishes the rental.",
)
HANDOVERS = {
    (True, DealSide.BUYER): NEXT_BUYER_PICKUP,
    (True, DealSide.SELLER): NEXT_SELLER_PICKUP,
    (False, DealSide.BUYER): NEXT_BUYER_RETURN,
    (False, DealSide.SELLER): NEXT_SELLER_RETURN,
}

UNCHANGED = "This record is unchanged"
CHANGED = "Entry {number} does not match: it or an earlier entry was changed later."
ERASED = "Notes of a closed account were erased. Everything else is unchanged."

# Mails by the kind of notification: subject and first paragraph. The text of each notification is in `content.messages`.
MAILS = {
    "rental_picked_up": (
        "Picked up: {name}",
        "{name} was picked up. Take photos of its condition together, and both confirm them: that settles questions later.",
    ),
    "rental_seller_left": (
        "The seller of {name} has closed their account",
        "The seller of {name} has closed their account. The rental goes on: give it back as you agreed, then record the return "
        "yourself, without a code.",
    ),
    "rental_buyer_left": (
        "The buyer of {name} has closed their account",
        "The buyer of {name} has closed their account. The rental goes on: when you have it back, record the return yourself, "
        "without a code.",
    ),
    "rental_returned": (
        "Returned: {name}",
        "{name} was returned, and the rental is finished. You can still add photos of its condition until both of you confirm.",
    ),
    "deposit_given": (
        "Deposit of {name}: {amount}",
        "{other} says that the deposit of {amount} for {name} was given on {day}. Is that right?",
    ),
    "deposit_returned": (
        "Deposit of {name} given back: {amount}",
        "{other} says that {amount} of the deposit for {name} was given back on {day}. Is that right?",
    ),
    "condition_disagreed": (
        "{other} does not agree: condition of {name}",
        "{other} does not agree with the condition record of {name}. You can add photos of your own.",
    ),
    "condition_closed": (
        "Both confirmed the condition of {name}",
        "Both of you have confirmed the condition of {name}. Keep this mail: as long as the page shows the same fingerprint "
        "for entry {number}, nothing before it was changed.\n\n{fingerprint}",
    ),
}
MAIL_TEXT = """Hello {to},

{said}

See it here: {link}
"""
