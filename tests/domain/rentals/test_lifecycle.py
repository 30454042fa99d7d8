"""All transitions of an enquiry."""

import pytest

from marketplace.core.errors import Conflict, Forbidden
from marketplace.domain.rentals import lifecycle
from marketplace.domain.rentals.lifecycle import Side
from marketplace.models import EnquiryStatus

BUYER, SELLER, SITE = Side
OK, NEVER, NOT_NOW = None, Forbidden, Conflict

TABLE = [
    # from       to           buyer    seller   site     neither
    ("pending", "accepted", NEVER, OK, NEVER, NEVER),
    ("pending", "declined", NEVER, OK, NEVER, NEVER),
    ("pending", "cancelled", OK, NEVER, OK, NEVER),
    ("accepted", "accepted", NEVER, NOT_NOW, NEVER, NEVER),
    ("accepted", "declined", NEVER, NOT_NOW, NEVER, NEVER),
    ("accepted", "cancelled", OK, OK, OK, NEVER),
    ("declined", "accepted", NEVER, NOT_NOW, NEVER, NEVER),
    ("declined", "declined", NEVER, NOT_NOW, NEVER, NEVER),
    ("declined", "cancelled", NOT_NOW, NOT_NOW, NOT_NOW, NEVER),
    ("cancelled", "accepted", NEVER, NOT_NOW, NEVER, NEVER),
    ("cancelled", "declined", NEVER, NOT_NOW, NEVER, NEVER),
    ("cancelled", "cancelled", NOT_NOW, NOT_NOW, NOT_NOW, NEVER),
]


def test_the_table_names_every_pair():
    targets = [status for status in EnquiryStatus if status is not EnquiryStatus.PENDING]
    assert {(row[0], row[1]) for row in TABLE} == {(a.value, b.value) for a in EnquiryStatus for b in targets}


@pytest.mark.parametrize(("current", "target", "buyer", "seller", "site", "neither"), TABLE)
def test_transitions(current, target, buyer, seller, site, neither):
    start, to = EnquiryStatus(current), EnquiryStatus(target)
    for side, refusal in ((BUYER, buyer), (SELLER, seller), (SITE, site), (None, neither)):
        allowed = lifecycle.ACTION_OF[to] in lifecycle.moves_of(start, side)
        assert allowed is (refusal is OK)
        if refusal is OK:
            lifecycle.check_move(start, to, side)
        else:
            with pytest.raises(refusal):
                lifecycle.check_move(start, to, side)


def test_nothing_goes_back_to_waiting():
    assert all(to is not EnquiryStatus.PENDING for _, to in lifecycle.TRANSITIONS)
