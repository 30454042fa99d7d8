"""Texts about what waits for a person."""

LOGIN = "Please sign in to see what waits for you."

ANSWER_BY = "Answer by {until}"
CONFIRM_BY = "Confirm by {until}"
RESERVED_UNTIL = "Reserved until {until}"
RENEW_BY = "Renew by {until}"

# By kind: what waits, what its button says, and its deadline, empty for a kind without one.
LINES = {
    "offer": ("{other} offers {price} for {name}", "Answer", ANSWER_BY),
    "counter_offer": ("{other} made a counter-offer of {price} for {name}", "Answer", ANSWER_BY),
    "enquiry": ("{other} asks for {name} from {pickup}", "Answer", ANSWER_BY),
    "meetup_propose": ("Agree with {other} where and when to meet for {name}", "Propose", RESERVED_UNTIL),
    "meetup_answer": ("{other} proposes a meetup for {name}", "Answer", ANSWER_BY),
    "handover_show": ("Pay {other} for {name}, then show your code", "Show code", RESERVED_UNTIL),
    "handover_confirm": ("Get paid by {other} for {name}, then type the code", "Type code", RESERVED_UNTIL),
    "pickup_show": ("Pick up {name} from {other} and show your code", "Show code", "Pick up by {until}"),
    "pickup_confirm": ("Hand {name} to {other} and type the code", "Type code", CONFIRM_BY),
    "return_show": ("Return {name} to {other} and show your code", "Show code", "Return by {until}"),
    "return_confirm": ("Take {name} back from {other} and type the code", "Type code", CONFIRM_BY),
    "return_alone": (
        "{name} is still rented out, and the other account is closed",
        "Record the return",
        "Return by {until}",
    ),
    "pickup_meetup_propose": (
        "Agree with {other} where to meet for the pickup of {name}",
        "Propose",
        "Pick up by {until}",
    ),
    "pickup_meetup_answer": ("{other} proposes a meetup for the pickup of {name}", "Answer", ANSWER_BY),
    "return_meetup_propose": (
        "Agree with {other} where to meet for the return of {name}",
        "Propose",
        "Return by {until}",
    ),
    "return_meetup_answer": ("{other} proposes a meetup for the return of {name}", "Answer", ANSWER_BY),
    "deposit_pickup": ("Confirm the deposit of {amount} for {name}", "Look", ""),
    "deposit_return": ("Confirm that {amount} of the deposit for {name} was given back", "Look", ""),
    "condition_pickup": ("Confirm the condition of {name} at the pickup", "Look", ""),
    "condition_return": ("Confirm the condition of {name} at the return", "Look", ""),
    "message": ("{other} waits for your reply", "Reply", ""),
    "ad_rejected": ("Your ad {name} was rejected", "Change it", ""),
    "change_rejected": ("Your change to {name} was rejected", "Change it", ""),
    "ad_quiet": ("Is {name} still available?", "Answer", ANSWER_BY),
    "ad_expiring": ("{name} expires soon", "Renew", RENEW_BY),
    "draft": ("Your draft {title} is not posted yet", "Continue", ""),
    "draft_change": ("Your change to {name} is not submitted yet", "Continue", ""),
    "review": ("How was it with {other}? Write a review of {name}", "Write", "Write by {until}"),
    "wanted_expiring": ("Your wanted ad {title} expires soon", "Renew", RENEW_BY),
}

TODAY = "today {time}"
TOMORROW = "tomorrow {time}"
WEEKDAY = "{weekday} {time}"
