"""Texts about dates, enquiries and bookings; those of the product spec (spec 5.7 and 8.6) come first."""

LOGIN_TO_ENQUIRE = "Please login to send an enquiry"
LOGIN_TO_SEE = "Please login to see your rental"
LOGIN_TO_CHECK = "Please login to check availability"
SENT = "Enquiry sent successfully!"
BOTH_DATES = "Please select both pickup and drop date & time"
FAILED_TO_FETCH = "Failed to fetch enquiries"
ERROR_FETCHING = "Error fetching enquiries"

ONLY_RENTALS = "Enquiries are for rent and lease ads only."
ONLY_RENTALS_HAVE_CALENDARS = "Only rent and lease ads have a calendar."
NOT_THEIR_AD = "That ad does not belong to this seller."
BAD_MOMENT = "Please enter the date and time like 2026-12-04T10:00."
DAY_NEEDED = "Please choose the first day."
DROP_FIRST = "The drop must be after the pickup."
PAST = "The pickup can't be in the past."
TOO_FAR = "Please choose dates within the next {years} years."
CLOSED_DAY = "{day} is not an opening day of this ad."
TOO_SHORT = "These dates are shorter than the seller's minimum of {length}."
TOO_LONG = "These dates are longer than the seller's maximum of {length}."
TAKEN = "Those dates are taken. Please choose others."
TAKEN_MEANWHILE = "Those dates have just been taken."
CLOSED_MEANWHILE = "You have closed some of those dates in the calendar."
PASSED = "Those dates are in the past."
PICKED_UP = "It has been picked up, so this booking can't be cancelled any more."
NOT_OFFERED = "This ad doesn't take enquiries right now."
NO_ENQUIRY = "Enquiry not found"
NOT_YOUR_MOVE = "Only the other party can do that."
UNKNOWN_STATUS = "status must be one of {known}."

ALREADY = {
    "pending": "This enquiry is still waiting for an answer.",
    "accepted": "This enquiry has already been accepted.",
    "declined": "This enquiry has already been declined.",
    "cancelled": "This enquiry has already been cancelled.",
}

ACCEPTED = "Enquiry accepted. The dates are booked."
DECLINED = "Enquiry declined"
CANCELLED = "Enquiry cancelled. The dates are free again."
DATES_TAKEN_ANSWER = (
    "Sorry, someone else has just booked these dates. Other dates may be free: please send a new enquiry."
)
UNANSWERED = "The pickup time has passed without an answer."

# What is open between two people, in the list of their conversations.
TRADE_WAITS = "Enquiry for {pickup} waits for your answer"
TRADE_SENT = "Your enquiry for {pickup} waits for an answer"
TRADE_BOOKED = "Booked from {pickup}"

AVAILABLE = "Available now"
AVAILABLE_UNTIL = "Available now, until {moment}"
SOLD = "Sold"
NOT_FOR_NOW = "Not offered right now"
BOOKED_UNTIL = "Already booked until {moment}"
CLOSED_UNTIL = "Closed until {moment}"
RESERVED_UNTIL = "Reserved until {moment}"

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
DAY_MARKS = {
    "free": "free",
    "part": "partly taken",
    "taken": "taken",
    "closed": "no pickup or drop",
    "past": "past",
}
QUOTED_WITH_DEPOSIT = "{price}, deposit {deposit}"
QUOTED_DEPOSIT = "Deposit {deposit}"

DAY_COVERS = "A day is 24 hours from the pickup."
BEGUN_UNIT = "+{unit}, from {since}"

PRICE_OF_AD = "The price per {unit} is the price of the ad. Change it in the ad."
UNITS = {"hour": "hour", "day": "day", "week": "week", "month": "month", "year": "year"}

RULE_SHORTEST = "At least {value}"
RULE_SHORTEST_COST = "At least {value}, which cost {price}"
RULE_LONGEST = "At most {value}"
RULE_DAYS = "Pickup and drop on {value}"
RULE_DEPOSIT = "Deposit {value}, given back at the return"
RULE_ZONE = "Times are in the time zone {value}"

CALENDAR_SAVED = "Calendar saved"
BAD_ZONE = "timezone must be a name like Asia/Kolkata."
BAD_WEEKDAYS = "weekdays must name at least one day, 0 for Monday to 6 for Sunday."
BAD_LENGTH = "The minimum and the maximum must be whole minutes, and the minimum can't be the longer one."
BAD_BLOCK = "Closed dates must end after they start."
TOO_MANY_BLOCKS = "A calendar can hold at most {most} closed periods."
CLOSING_PAST = "Those dates are in the past."
BOOKED_THEN = "Some of those dates are booked. Cancel the booking first."
NO_FEED = "This calendar address is no longer valid."

MAIL_NEW_SUBJECT = "New enquiry for {ad}"
MAIL_NEW_TEXT = """Hello {name},

{other} would like to book {ad}
from {pickup} to {drop}.

Reply to the enquiry: {link}
"""
MAIL_ASKED_SUBJECT = "Your enquiry for {ad}"
MAIL_ASKED_TEXT = """Hello {name},

We sent your enquiry for {ad} to {other}, for the dates
from {pickup} to {drop}.

See its status: {link}
"""
MAIL_ACCEPTED_SUBJECT = "Booked: {ad}"
MAIL_ACCEPTED_TEXT = """Hello {name},

{ad} is booked from {pickup} to {drop}, with {other}.
The calendar file is attached.
{word}
See it here: {link}
"""
MAIL_DECLINED_SUBJECT = "Your enquiry for {ad} was declined"
MAIL_DECLINED_TEXT = """Hello {name},

Your enquiry for {ad}, from {pickup} to {drop}, was declined.
{word}
See it here: {link}
"""
MAIL_CANCELLED_SUBJECT = "Cancelled: {ad}"
MAIL_CANCELLED_TEXT = """Hello {name},

The enquiry for {ad}, from {pickup} to {drop}, with {other}, was cancelled.
{word}
See it here: {link}
"""
EVENT_SUMMARY = "{ad} ({site})"
EVENT_DESCRIPTION = "With {other}"
MEETUP_PICKUP = "Pickup. Take photos of the condition together. The code is on the rental's page."
MEETUP_RETURN = "Return. Take photos of the condition together. The code is on the rental's page."
FEED_NAME = "{site} bookings"
FEED_MADE = "Your calendar address is ready. Anyone who has it can see your bookings."
FEED_REVOKED = "Your calendar address no longer works."
