"""Validation of reviews."""

from typing import Any

from marketplace.core.errors import Invalid
from marketplace.core.text import check_length, clean
from marketplace.domain.reviews import messages
from marketplace.domain.reviews.schemas import ReviewDraft, ReviewTag
from marketplace.i18n.texts import t
from marketplace.models import DealSide

TEXT_LENGTH = 1_000
REPLY_LENGTH = 500
REASON_LENGTH = 500
MOST_STARS = 5


def tags_for(about: DealSide) -> dict[str, str]:
    """The tags for a review about this side: labels by code."""
    return messages.BUYER_TAGS if about is DealSide.BUYER else messages.SELLER_TAGS


def describe_tags(codes: list[str], about: DealSide) -> tuple[ReviewTag, ...]:
    """Return stored tags with their labels, without unknown codes."""
    labels = tags_for(about)
    return tuple(ReviewTag(code=code, label=t(labels[code])) for code in codes if code in labels)


def check(draft: ReviewDraft, about: DealSide) -> dict[str, Any]:
    """Return the columns of a review.

    Raises:
        Invalid: no stars, unknown tags, or the text is too long.
    """
    stars = str(draft.stars).strip()
    if stars not in {str(number) for number in range(1, MOST_STARS + 1)}:
        raise Invalid(t(messages.BAD_STARS), "stars")
    known = tags_for(about)
    if not set(draft.tags) <= known.keys():
        raise Invalid(t(messages.UNKNOWN_TAG), "tags")
    return {
        "stars": int(stars),
        "tags": [code for code in known if code in draft.tags],
        "text": check_length("text", clean(draft.text), TEXT_LENGTH),
    }
