"""Lower prices that need no review, within a bound that administrators set."""

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.money import apply_discount
from marketplace.core.numbers import Number, parse_typed
from marketplace.domain import audit
from marketplace.domain.ads import messages, queries, views
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, Ad, AdStatus, ModerationSettings, Review

MOST_PERCENT = 90


def get_price_cut_bound(db: Session, actor: Actor) -> int:
    """Return by how many percent a seller may lower the price of a live ad without review; 0 if every change is reviewed.

    Raises:
        NotSignedIn, Forbidden: not an admin or moderator.
    """
    actor.require(AccountKind.ADMIN)
    return _settings(db).price_cut_percent


def set_price_cut_bound(db: Session, actor: Actor, percent: Number) -> int:
    """Set what `get_price_cut_bound` returns, from the next change on.

    Args:
        percent: a whole number from 0 to MOST_PERCENT.

    Raises:
        NotSignedIn, Forbidden: not an administrator.
        Invalid: another number.
    """
    actor.require_admin()
    number = parse_typed(percent, "%")
    if number is None or number != int(number) or not 0 <= number <= MOST_PERCENT:
        raise Invalid(t(messages.BAD_CUT_BOUND, most=MOST_PERCENT), "percent")
    settings = _settings(db)
    before, settings.price_cut_percent = settings.price_cut_percent, int(number)
    db.add(settings)
    db.flush()
    if before != settings.price_cut_percent:
        after = {"price_cut_percent": settings.price_cut_percent}
        audit.write(db, actor, "settings.change", "settings", "", {"price_cut_percent": before}, after)
    return settings.price_cut_percent


def needs_no_review(db: Session, ad: Ad, price_paise: int | None, discount_basis_points: int) -> bool:
    """Whether a live ad may get this price at once, if nothing else changes.

    The bound counts from the last price that a moderator approved, or else from the first one that was approved, so that many
    small steps reach no further than one. No change may wait, and the last decision must not be a rejection.
    """
    bound = _settings(db).price_cut_percent
    decided = queries.list_decided_versions(db, ad.id)
    if not bound or ad.status is not AdStatus.APPROVED or ad.submitted_version_id != ad.live_version_id or not decided:
        return False
    live, approved = decided[0], [each for each in decided if each.review is Review.APPROVED]
    if live.id != ad.live_version_id:
        return False
    base = next((each for each in approved if each.decided_by is not None), None)
    if base is None and len(decided) < queries.MOST_DECIDED:
        base = approved[-1]
    paise = apply_discount(price_paise, discount_basis_points)
    asked, old, first = live.price_paise, views.price_paise(live), base and views.price_paise(base)
    if base is None or price_paise is None or paise is None or asked is None or old is None or first is None:
        return False
    # A higher price with a large discount would only look like a bargain.
    is_lower = price_paise <= asked and paise < old
    return is_lower and live.price_unit == base.price_unit and paise * 100 >= first * (100 - bound)


def _settings(db: Session) -> ModerationSettings:
    return db.get(ModerationSettings, 1) or ModerationSettings()
