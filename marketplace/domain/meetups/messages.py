"""Texts about meetups."""

OTHERS_MOVE = "It is the other party's turn."
PLACE_NEEDED = "Please say where you want to meet."
PLACE_TOO_LONG = "The place can have at most {count} characters."
BAD_TIME = "Please enter the date and time of the meetup."
TIME_PASSED = "That time has passed. Please choose a later one."
TIME_TOO_EARLY = "That is too early. Please choose a time from {earliest} on."
TIME_TOO_LATE = "That is too late. Please choose a time no later than {latest}."
NO_MEETUP = "Nobody has proposed a place and a time yet."
AGREED_ALREADY = "The meetup is already agreed."
NOT_AGREED = "Please agree on a place and a time first."
MEETUP_CHANGED = "There is a newer proposal. Please look at it first."
TOO_EARLY = "You can say this from {earliest} on."
BAD_MINUTES = "Please say how many minutes you are late: a number from 1 to {most}."
HERE_ALREADY = "You have already said that you have arrived."
MEETUP_PROPOSED = "Proposal sent"
MEETUP_CONFIRMED = "The meetup is agreed."
LATE_SAID = "We have told the other party that you are late."
HERE_SAID = "We have told the other party that you have arrived."
EVENT_SUMMARY = "Meet {other}: {name} ({site})"

OWN_HERE = "You have said that you have arrived."
OWN_LATE = "You have said that you are {minutes} minutes late."
OTHER_HERE = "{other} has arrived."
OTHER_LATE = "{other} is {minutes} minutes late."
BY_MEETUP = "Please answer before {until}"
NEXT_AGREE = (
    "Agree on where and when to meet",
    "Propose a place and a time. {other} confirms it or proposes another.",
)
NEXT_ANSWER = ("{other} proposes a meetup", "Confirm it, or propose another place or time.")
NEXT_WAIT = ("Waiting for {other}", "{other} confirms your proposal or proposes another. You can still change it.")
NEXT_OVERDUE = ("The proposed time has passed", "Propose another place and time.")
NEXT_MEET = ("You are meeting {other}", "We will remind you {hours} hours before.")

# Mails by the kind of notification: subject and first paragraph. The text of each notification is in `content.messages`.
MAILS = {
    "meetup_proposed": ("Where to meet for {name}?", "{other} proposes to meet: {place}, {at}. Do you agree?"),
    "meetup_agreed": (
        "Your meetup for {name} is agreed: {at}",
        "You are meeting {other} on {at}: {place}. Open the attached file to add it to your calendar.",
    ),
    "meetup_soon": ("Your meetup for {name} is at {at}", "You are meeting {other} soon: {place}, {at}."),
}
MAIL_TEXT = """Hello {to},

{said}

See it here: {link}
"""
