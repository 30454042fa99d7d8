"""Actions on many ads of a seller at once: each ad is changed by the function for one ad, and failures are reported."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from sqlmodel import Session

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, MarketplaceError, RuleBroken
from marketplace.core.numbers import parse_decimal
from marketplace.domain.ads import availability, messages, selling, service
from marketplace.domain.ads.access import lock_own, present
from marketplace.domain.ads.lists import find_cards
from marketplace.domain.ads.schemas import AdDetail, BulkRefusal, BulkReport
from marketplace.i18n.texts import t
from marketplace.models import AccountKind

MOST_ADS = 200
_Change = Callable[[Session, Actor, str], AdDetail]
_ACTIONS: Mapping[str, _Change] = {
    "confirm": availability.confirm,
    "renew": selling.renew,
    "pause": availability.pause,
    "resume": availability.resume,
    "sold": selling.mark_sold,
}


def change_many(
    db: Session,
    actor: Actor,
    ad_ids: Sequence[str],
    action: str,
    *,
    price: float | int | str | None = None,
    percent: float | int | str | None = None,
) -> BulkReport:
    """Take one action on many of the caller's ads. Ads that refuse it are reported; the others are changed.

    Args:
        action: confirm, renew, pause, resume, sold or price.
        price: the new price in rupees, before the discount; for the action price.
        percent: change of the price in percent instead, e.g. -10.

    Raises:
        NotSignedIn, Forbidden: not a seller.
        Invalid: no ads or too many, another action, or neither price nor percent.
    """
    actor.require(AccountKind.SELLER)
    # Sorted, so that two such calls never wait for each other's locks.
    wanted = sorted({ad_id for ad_id in ad_ids if ids.is_id(ad_id)})
    if not wanted:
        raise Invalid(t(messages.NO_ADS_CHOSEN), "ids")
    if len(wanted) > MOST_ADS:
        raise Invalid(t(messages.TOO_MANY_ADS, most=MOST_ADS), "ids")
    change = _price_change(price, percent) if action == "price" else _ACTIONS.get(action)
    if change is None:
        raise Invalid(t(messages.UNKNOWN_BULK_ACTION), "action")
    reasons = {}
    for ad_id in wanted:
        try:
            with db.begin_nested():
                change(db, actor, ad_id)
        except MarketplaceError as error:
            reasons[ad_id] = error.message
    cards = find_cards(db, actor, list(reasons))
    names = {ad_id: card.display_name for ad_id, card in cards.items() if actor.owns(card.seller_id)}
    refused = (BulkRefusal(ad_id=ad_id, name=names.get(ad_id, ""), reason=reason) for ad_id, reason in reasons.items())
    return BulkReport(done=len(wanted) - len(reasons), refused=tuple(refused))


def change_price(
    db: Session, actor: Actor, ad_id: str, *, price: float | int | str | None = None, percent: float = 0
) -> AdDetail:
    """Change the price of an ad like an edit does: the new version is reviewed, and buyers hear of a lower price once it is live.

    Args:
        price: rupees, before the discount; None to change the price by a percentage.

    Raises:
        NotSignedIn, Forbidden, NotFound, Gone, Invalid, Conflict, TooMany: as for `revise`.
        RuleBroken: it has no price that a percentage could change.
    """
    ad = present(db, actor, lock_own(db, actor, ad_id))
    if price is None:
        if not ad.asked_paise:
            raise RuleBroken(t(messages.NO_PRICE_TO_CHANGE))
        # Whole rupees, as people write them.
        price = max(1, round(ad.asked_paise / 100 * (1 + percent / 100)))
    return service.revise(db, actor, ad_id, service.to_draft(ad).model_copy(update={"price": price}))


def _price_change(price: float | int | str | None, percent: float | int | str | None) -> _Change:
    if price not in (None, ""):
        return partial(change_price, price=price)
    number = None if percent in (None, "") else parse_decimal(percent)
    if number is None or not -90 <= number <= 100 or number == 0:
        raise Invalid(t(messages.BAD_PERCENT), "percent")
    return partial(change_price, percent=float(number))
