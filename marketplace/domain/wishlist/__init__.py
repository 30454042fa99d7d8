"""Wishlist: ads saved by a buyer."""

from marketplace.domain.wishlist.effects import MAILS, TELL_JOB, tell, tell_price_drop
from marketplace.domain.wishlist.schemas import RemovedAd, SavedAd, WishlistSort
from marketplace.domain.wishlist.service import add, list_saved, put_back, remove
