"""Ads that a buyer saved."""

from marketplace.domain.wishlist.schemas import SavedAd
from marketplace.domain.wishlist.service import add, list_saved, remove

__all__ = ["SavedAd", "add", "list_saved", "remove"]
