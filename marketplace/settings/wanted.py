"""Wanted ads of buyers, and followers of sellers."""

from pydantic import BaseModel, Field


class WantedSettings(BaseModel):
    """Wanted ads of buyers, and followers of sellers."""

    wanted_days: int = Field(30, ge=1, description="a wanted ad ends after this many days unless it is renewed")
    wanted_max: int = Field(10, ge=1, description="live wanted ads of one account")
    wanted_radius_km: float = Field(
        50, ge=0, description="sellers with ads this near to the place of a wanted ad see it"
    )
    followers_shown_from: int = Field(3, ge=1, description="followers from which their number is public")
