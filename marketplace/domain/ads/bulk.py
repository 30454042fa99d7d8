"""Actions on many ads of a seller at once: each ad is changed by the function for one ad, and failures are reported."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from sqlmodel import Session

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Invalid, MarketplaceError, RuleBroken
from marketplace.core.money import apply_discount, change_price, to_paise
from marketplace.core.numbers import Number, parse_typed
from marketplace.domain import price_units
from marketplace.domain.ads import availability, lifecycle, messages, price_cuts, queries, selling, versions, views
from marketplace.domain.ads.access import find_own, lock_own, present, version_of
from marketplace.domain.ads.changing import submit_change
from marketplace.domain.ads.schemas import AdDetail, BulkRefusal, BulkReport, PriceChange, PricePreview
from marketplace.domain.display_names import title_case
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, Ad, AdStatus, AdVersion, Review

MOST_ADS = 200
_Change = Callable[[Session, Actor, str], AdDetail]
_NewPrice = Callable[[int | None], int]
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
    price: Number = None,
    percent: Number = None,
) -> BulkReport:
    """Take one action on many of the caller's ads. Ads that refuse it are reported; the others are changed.

    Args:
        action: confirm, renew, pause, resume, sold or price.
        price: the new price in rupees, before the discount; for the action price.
        percent: change of the price in percent instead, from -90 to 100, e.g. -10; rounded as by `change_price`.

    Raises:
        NotSignedIn, Forbidden: not a seller.
        Invalid: no ads or too many, another action, no valid price or percent, or both.
    """
    actor.require(AccountKind.SELLER)
    wanted = _check_ids(ad_ids)
    if action == "price":
        change = partial(_change_price, new_price=_parse_price(price, percent))
    elif (change := _ACTIONS.get(action)) is None:
        raise Invalid(t(messages.UNKNOWN_BULK_ACTION), "action")
    reasons = {}
    for ad_id in wanted:
        try:
            with db.begin_nested():
                change(db, actor, ad_id)
        except MarketplaceError as error:
            reasons[ad_id] = error.message
    return BulkReport(done=len(wanted) - len(reasons), refused=_refusals(db, actor, reasons))


def preview_prices(
    db: Session,
    actor: Actor,
    ad_ids: Sequence[str],
    *,
    price: Number = None,
    percent: Number = None,
) -> PricePreview:
    """Return what `change_many` would do with the action price and these arguments; changes nothing.

    Raises:
        NotSignedIn, Forbidden, Invalid: as for `change_many`.
    """
    actor.require(AccountKind.SELLER)
    new_price = _parse_price(price, percent)
    changes, reasons = [], {}
    # As the caller lists them.
    for ad_id in sorted(_check_ids(ad_ids), key=list(ad_ids).index):
        try:
            ad, version, paise = _plan_price(db, actor, find_own(db, actor, ad_id), new_price)
        except MarketplaceError as error:
            reasons[ad_id] = error.message
            continue
        discount, unit = version.discount_basis_points, version.price_unit
        change = PriceChange(
            ad_id=ad.id,
            name=title_case(version.name),
            before_text=price_units.format_price(views.price_paise(version), unit),
            after_text=price_units.format_price(apply_discount(paise, discount), unit),
            asked_before_paise=version.price_paise,
            asked_paise=paise,
            at_once=price_cuts.needs_no_review(db, ad, paise, discount),
        )
        changes.append(change)
    return PricePreview(changes=tuple(changes), refused=_refusals(db, actor, reasons))


def _change_price(db: Session, actor: Actor, ad_id: str, *, new_price: _NewPrice) -> AdDetail:
    """Change only the price, like an edit does. Ads that wait for a decision about their newest version, or were rejected, refuse it: what
    else is in that version must neither be lost nor submitted again unseen. A new ad that waits is changed.
    """
    ad, version, paise = _plan_price(db, actor, lock_own(db, actor, ad_id), new_price)
    current = versions.read(db, version)
    submit_change(db, actor, ad, version, current, current.model_copy(update={"price_paise": paise}))
    return present(db, actor, ad)


def _plan_price(db: Session, actor: Actor, ad: Ad, new_price: _NewPrice) -> tuple[Ad, AdVersion, int]:
    """Return the version whose price changes, and the new price in paise before the discount."""
    if ad.status is AdStatus.REJECTED:
        raise Conflict(t(messages.REJECTED_NO_PRICE))
    lifecycle.next_status(ad.status, lifecycle.Action.REVISE, lifecycle.role_of(actor, ad))
    version = version_of(db, ad.submitted_version_id)
    if ad.live_version_id not in (None, version.id):
        is_waiting = version.review is Review.WAITING
        raise Conflict(t(messages.CHANGE_IN_REVIEW if is_waiting else messages.CHANGE_REJECTED))
    return ad, version, new_price(version.price_paise)


def _parse_price(price: Number, percent: Number) -> _NewPrice:
    """Return the function from old to new prices, in paise before the discount."""
    paise = to_paise(price)
    if paise is not None and percent not in (None, ""):
        raise Invalid(t(messages.PRICE_OR_PERCENT), "price", "percent")
    if paise is not None:
        return lambda _old: paise
    number = parse_typed(percent, "%")
    if number is None or not -90 <= number <= 100 or number == 0:
        raise Invalid(t(messages.BAD_PERCENT), "percent")

    def change(old: int | None) -> int:
        if not old:
            raise RuleBroken(t(messages.NO_PRICE_TO_CHANGE))
        new = change_price(old, number)
        if new is None:
            raise RuleBroken(t(messages.PRICE_TOO_SMALL))
        return new

    return change


def _check_ids(ad_ids: Sequence[str]) -> list[str]:
    # Sorted, so that two such calls never wait for each other's locks.
    wanted = sorted({ad_id for ad_id in ad_ids if ids.is_id(ad_id)})
    if not wanted:
        raise Invalid(t(messages.NO_ADS_CHOSEN), "ids")
    if len(wanted) > MOST_ADS:
        raise Invalid(t(messages.TOO_MANY_ADS, most=MOST_ADS), "ids")
    return wanted


def _refusals(db: Session, actor: Actor, reasons: Mapping[str, str]) -> tuple[BulkRefusal, ...]:
    own = [ad for ad in queries.list_ads(db, list(reasons)) if actor.owns(ad.seller_id)]
    # As the table of ads names them.
    version_ids = {ad.id: ad.live_version_id or ad.submitted_version_id or "" for ad in own}
    found = queries.list_versions(db, version_ids.values())
    names = {ad_id: title_case(found[version_id].name) for ad_id, version_id in version_ids.items()}
    return tuple(
        BulkRefusal(ad_id=ad_id, name=names.get(ad_id, ""), reason=reason) for ad_id, reason in reasons.items()
    )
