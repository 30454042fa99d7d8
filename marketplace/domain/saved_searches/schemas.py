"""Views of saved searches."""

from datetime import datetime

from marketplace.domain.accounts.schemas import Person
from marketplace.domain.views import View


class SavedSearchView(View):
    """A saved search as its owner sees it.

    Attributes:
        query: its query parameters.
        cadence: `at_once`, `daily` or `weekly`.
        wants_mail: whether matches are mailed; the page shows them in any case.
        link: path of its results page.
    """

    id: str
    name: str
    query: dict[str, str]
    cadence: str
    wants_mail: bool = True
    link: str
    created_at: datetime
    last_mailed_at: datetime | None = None


class FollowedSeller(View):
    """A seller that the caller follows.

    Attributes:
        search_id: the saved search that holds how often the caller gets mails.
    """

    seller: Person
    search_id: str
    created_at: datetime
