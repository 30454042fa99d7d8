"""Who may send which event: one row for each handler of a State, as the contract says it.

The columns of a row are anonymous, user, other user, seller, other seller and admin. The things of an event belong to
the user and the seller, where it does not say otherwise. `ok` means that it wrote, or told what it is for; `no` that
it did neither.
"""

from tests.web.permissions import accounts, desk, own_tab, renting, selling, talking, visiting
from tests.web.permissions.asking import Outcome, Stage, outcome_of, quietly
from tests.web.permissions.row import CALLERS, Row
from tests.web.permissions.served import Served, serving
from tests.web.permissions.tab import Tab, name_of

QUIET = own_tab.ROWS
ROWS = (*accounts.ROWS, *visiting.ROWS, *selling.ROWS, *renting.ROWS, *talking.ROWS, *desk.ROWS)

__all__ = [
    "CALLERS",
    "QUIET",
    "ROWS",
    "Outcome",
    "Row",
    "Served",
    "Stage",
    "Tab",
    "name_of",
    "outcome_of",
    "quietly",
    "serving",
]
