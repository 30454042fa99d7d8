"""Builds views of reviews from rows."""

from marketplace.domain import display_names, site_time
from marketplace.domain.accounts.messages import DELETED_NAME
from marketplace.domain.reviews import rules
from marketplace.domain.reviews.schemas import ReviewView
from marketplace.i18n.texts import t
from marketplace.models import Account, AccountKind, AccountStatus, DealSide, PersonReview


def make_review(row: PersonReview, writer: Account, *, own: bool = False) -> ReviewView:
    """Build the view of a review, from objects or rows with their columns.

    Args:
        own: for its writer, who also reads until when it is sealed and why it was removed.
    """
    about = DealSide.SELLER if row.side is DealSide.BUYER else DealSide.BUYER
    return ReviewView(
        id=row.id,
        writer_name=_name(writer),
        writer_kind=row.side.value,
        stars=row.stars,
        stars_text=f"{'★' * row.stars}{'☆' * (rules.MOST_STARS - row.stars)}",
        tags=rules.describe_tags(row.tags, about),
        text=row.text,
        revealed=row.revealed_at is not None,
        created_at=row.created_at,
        written_text=site_time.format_day(row.created_at),
        reply=row.reply,
        replied_at=row.replied_at,
        replied_text=site_time.format_day(row.replied_at) if row.replied_at else "",
        removed_reason=row.removed_reason if own else "",
        reveal_text=site_time.format_day(row.reveal_at) if own else "",
    )


def _name(account: Account) -> str:
    if account.status is AccountStatus.DELETED:
        return t(DELETED_NAME)
    name = display_names.of_account(account)
    if account.kind is not AccountKind.BUYER:
        return name
    first, *more = name.split() or [name]
    return f"{first} {more[-1][0]}." if more else first
