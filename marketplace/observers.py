"""The observers of all domains, registered when this module is imported.

Every process that changes anything imports it: the server and its jobs through `jobs/schedule.py`, the demo, and the tests.
"""

from marketplace.domain import effects
from marketplace.domain.ads import effects as ads
from marketplace.domain.deals import effects as deals
from marketplace.domain.handovers import effects as handovers
from marketplace.domain.moderation import effects as moderation
from marketplace.domain.rentals import effects as rentals
from marketplace.domain.saved_searches import effects as saved_searches
from marketplace.domain.wanted import effects as wanted
from marketplace.domain.wishlist import effects as wishlist

for domain in (ads, deals, handovers, moderation, rentals, saved_searches, wanted, wishlist):
    effects.register(domain.OBSERVERS)
