"""Permission table of the API: at least one row for each operation.

The columns are anonymous, user, other user, seller, other seller and admin. Objects belong to the user and the seller
unless stated otherwise. `ok` means any success; a number means exactly that status.
"""

from tests.api.permissions import (
    accounts,
    admin,
    catalog,
    deals,
    handovers,
    interactions,
    products,
    reviews,
    sign_in,
    wanted,
)
from tests.api.permissions.execute import answer_to
from tests.api.permissions.row import CALLERS, Call, Row
from tests.api.permissions.world import World

ROWS = (
    *accounts.ROWS,
    *catalog.ROWS,
    *admin.ROWS,
    *products.ROWS,
    *sign_in.ROWS,
    *deals.ROWS,
    *handovers.ROWS,
    *reviews.ROWS,
    *wanted.ROWS,
    *interactions.ROWS,
)

__all__ = ["CALLERS", "ROWS", "Call", "Row", "World", "answer_to"]
