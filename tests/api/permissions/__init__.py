"""Who may call what: one row for each operation of the API, as the contract says it.

The columns of a row are anonymous, user, other user, seller, other seller and admin. The things of a call belong to
the user and the seller, where it does not say otherwise. `ok` is any success, a number exactly that refusal.
"""

from tests.api.permissions import accounts, catalog, desk, products, sign_in, talk
from tests.api.permissions.asking import answer_to
from tests.api.permissions.row import CALLERS, Call, Row
from tests.api.permissions.world import World

ROWS = (*accounts.ROWS, *catalog.ROWS, *desk.ROWS, *products.ROWS, *sign_in.ROWS, *talk.ROWS)

__all__ = ["CALLERS", "ROWS", "Call", "Row", "World", "answer_to"]
