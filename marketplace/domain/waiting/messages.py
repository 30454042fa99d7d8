"""Texts about what waits for a person."""

from typing import NamedTuple

LOGIN = "Please sign in to see what waits for you."


class Line(NamedTuple):
    """The texts of a kind of row.

    Attributes:
        text: what waits.
        action: what its button says.
        until: the deadline; empty for a kind without one.
    """

    text: str
    action: str
    until: str = ""


ANSWER_BY = "Answer by {until}"
CONFIRM_BY = "Confirm by {until}"
RESERVED_UNTIL = "Reserved until {until}"
RENEW_BY = "Renew by {until}"

LINES = {
    "offer": Line("{other} offers {price} for {name}", "Answer", ANSWER_BY),
    "counter_offer": Line("{other} made a counter-offer of {price} for {name}", "Answer", ANSWER_BY),
    "enquiry": Line("{other} asks for {name} from {pickup}", "Answer", ANSWER_BY),
    "meetup_propose": Line("Agree with {other} where and when to meet for {name}", "Propose", RESERVED_UNTIL),
    "meetup_answer": Line("{other} proposes a meetup for {name}", "Answer", ANSWER_BY),
    "handover_show": Line("Pay {other} for {name}, then show your code", "Show code", RESERVED_UNTIL),
    "handover_confirm": Line("Get paid by {other} for {name}, then type the code", "Type code", RESERVED_UNTIL),
    "pickup_show": Line("Pick up {name} from {other} and show your code", "Show code", "Pick up by {until}"),
    "pickup_confirm": Line("Hand {name} to {other} and type the code", "Type code", CONFIRM_BY),
    "return_show": Line("Return {name} to {other} and show your code", "Show code", "Return by {until}"),
    "return_confirm": Line("Take {name} back from {other} and type the code", "Type code", CONFIRM_BY),
    "condition_pickup": Line("Confirm the condition of {name} at the pickup", "Look"),
    "condition_return": Line("Confirm the condition of {name} at the return", "Look"),
    "message": Line("{other} waits for your reply", "Reply"),
    "ad_rejected": Line("Your ad {name} was rejected", "Change it"),
    "change_rejected": Line("Your change to {name} was rejected", "Change it"),
    "ad_quiet": Line("Is {name} still available?", "Answer", ANSWER_BY),
    "ad_expiring": Line("{name} expires soon", "Renew", RENEW_BY),
    "draft": Line("Your draft {title} is not posted yet", "Continue"),
    "draft_change": Line("Your change to {name} is not submitted yet", "Continue"),
    "review": Line("How was it with {other}? Write a review of {name}", "Write", "Write by {until}"),
    "wanted_expiring": Line("Your wanted ad {title} expires soon", "Renew", RENEW_BY),
}

TODAY = "today {time}"
TOMORROW = "tomorrow {time}"
WEEKDAY = "{weekday} {time}"
