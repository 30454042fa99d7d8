"""Reviews: what the two parties of a finished deal or rental say of each other.

A review is sealed until both have written, or until the time for reviews is over. Only its writer
sees a sealed one: it is not in lists, numbers, events, notifications, or the other party's archive.
"""

from marketplace.domain.reviews.finishing import FINISH_JOB, finish, finish_early, finish_later
from marketplace.domain.reviews.revealing import reveal_due
from marketplace.domain.reviews.schemas import Exchange, ReviewDraft, ReviewTag, ReviewView
from marketplace.domain.reviews.service import (
    find_exchange,
    find_reported,
    find_review,
    get_exchange,
    list_newest,
    list_reviews,
    remove_review,
    reply_to_review,
    write_review,
)
from marketplace.domain.reviews.waiting import list_waiting
