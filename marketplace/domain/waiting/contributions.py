"""The functions of the domains that list what waits for a person."""

from collections.abc import Callable, Sequence

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import ads, chat, deals, handovers, rentals, reviews, wanted
from marketplace.domain.waiting_rows import WaitingRow

Contribution = Callable[[Session, Actor], Sequence[WaitingRow]]
# What is answered in the conversation of the two; the badge of the messages counts these too.
TO_ANSWER: tuple[Contribution, ...] = (deals.list_waiting_offers, rentals.list_waiting_enquiries)
ALL: tuple[Contribution, ...] = (
    *TO_ANSWER,
    deals.list_waiting_deals,
    handovers.list_waiting,
    chat.list_waiting,
    ads.list_waiting,
    reviews.list_waiting,
    wanted.list_waiting,
)
