"""Saved searches and their alerts.

`service` stores searches, `following` those for all ads of a seller, `percolator` matches new ads against them, `alerts` notifies
their owners, `alert_mails` writes the mails. What a search finds is decided by `domain/search`, which knows nothing of this package.
"""

from marketplace.domain.saved_searches.alert_mails import stop_alerts
from marketplace.domain.saved_searches.alerts import find_candidates, match_ad, send_alerts
from marketplace.domain.saved_searches.following import follow, is_following, list_followed, unfollow
from marketplace.domain.saved_searches.schemas import FollowedSeller, SavedSearchView
from marketplace.domain.saved_searches.service import (
    change_saved_search,
    delete_saved_search,
    is_search_saved,
    list_saved_searches,
    save_search,
)
