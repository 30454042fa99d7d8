"""Ads on buyers' wishlists."""

from datetime import datetime

from sqlalchemy import BigInteger, UniqueConstraint
from sqlmodel import Field

from marketplace.models.base import Table, created_field, id_field, ref


class WishlistItem(Table, table=True):
    """A saved ad. The item remains when the ad is sold or removed."""

    __tablename__ = "wishlist_items"
    __table_args__ = (UniqueConstraint("buyer_id", "ad_id"),)

    id: str = id_field()
    buyer_id: str = ref("accounts.id")
    ad_id: str = ref("ads.id", index=True)
    ad_name: str = Field(max_length=120, description="the ad's name when it was saved")
    saved_paise: int | None = Field(default=None, sa_type=BigInteger, description="the ad's price when it was saved")
    lowest_told_paise: int | None = Field(
        default=None, sa_type=BigInteger, description="the lowest price that the buyer was told, to detect price drops"
    )
    created_at: datetime = created_field()
