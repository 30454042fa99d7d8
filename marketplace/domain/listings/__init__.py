"""Listings: one row for each live ad, from which lists are read and the search index is built.

`rows` writes the `listings` table, `changes` logs what it wrote. Domains whose changes show in lists call it, so it stands
below all of them and reads their tables itself.
"""

from marketplace.domain.listings.changes import note_everything, prune_changes
from marketplace.domain.listings.rows import find_row, rebuild, refile, refresh, refresh_seller
