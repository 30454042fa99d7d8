"""Reviews that buyers and sellers write of each other."""

from pydantic import BaseModel, Field


class ReviewSettings(BaseModel):
    """Reviews of finished deals and rentals."""

    review_days: int = Field(
        14, ge=1, le=365, description="reviews can be written this long after a deal or rental, then all are revealed"
    )
    review_average_from: int = Field(3, ge=1, le=100, description="reviews without which no average is shown")
