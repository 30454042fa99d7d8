"""The permission table of events: a row for each handler of a State (API contract, section 3).

The columns of a row are anonymous, user, other user, seller, other seller and admin. The data of an event belongs to the
user and the seller unless a row says otherwise. `ok` means that the event wrote, or returned what it is for; `no` that it
did neither.
"""

from tests.web.permissions import (
    accounts,
    admin,
    admin_accounts,
    cases,
    chat,
    deals,
    grievances,
    handovers,
    own_tab,
    public,
    renting,
    reviews,
    selling,
    wanted,
)
from tests.web.permissions.row import CALLERS, Row
from tests.web.permissions.sending import Outcome, Stage, outcome_of, quietly
from tests.web.permissions.served import Served, serving
from tests.web.permissions.tab import Tab, name_of

QUIET = own_tab.ROWS
ROWS = (
    *accounts.ROWS,
    *public.ROWS,
    *selling.ROWS,
    *renting.ROWS,
    *chat.ROWS,
    *deals.ROWS,
    *handovers.ROWS,
    *reviews.ROWS,
    *admin.ROWS,
    *admin_accounts.ROWS,
    *cases.ROWS,
    *grievances.ROWS,
    *wanted.ROWS,
)

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
