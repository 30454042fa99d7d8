"""Changes of ads: what waits for review, and what is published at once."""

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.domain import audit
from marketplace.domain.ads import lifecycle, price_cuts, queries, versions
from marketplace.domain.ads.access import count_change
from marketplace.domain.ads.versions import Content
from marketplace.models import Ad, AdStatus, AdVersion, Review


def submit_change(db: Session, actor: Actor, ad: Ad, submitted: AdVersion, current: Content, content: Content) -> None:
    """Submit new content of an ad, which the caller has locked and checked. Nothing happens if nothing changes.

    The content waits for review, except a staff member's change of a live ad without a waiting change, and a price cut that needs no
    review.

    Args:
        current: content of `submitted`, the submitted version.

    Raises:
        Forbidden, Conflict: the ad can't be changed by the actor, or not in its status.
        TooMany: too many changes of ads this hour.
    """
    if content == current and submitted.review is not Review.REJECTED:
        return
    count_change(actor)
    role = lifecycle.role_of(actor, ad)
    live = queries.list_versions(db, [ad.live_version_id]).get(ad.live_version_id or "")
    if live is not None and versions.read(db, live) == content:
        lifecycle.withdraw_change(db, role, ad)
        return
    by_staff = actor.is_staff and ad.status is AdStatus.APPROVED and ad.submitted_version_id == ad.live_version_id
    is_cut = not actor.is_staff and _is_price_cut(db, ad, current, content)
    lifecycle.submit_version(db, role, ad, content)
    if by_staff or is_cut:
        lifecycle.approve(db, actor, ad, version=ad.versions, reviewed=by_staff)
    if is_cut:
        audit.write(db, actor, "ad.lower_price", "ad", ad.id, *versions.differences(current, content))


def _is_price_cut(db: Session, ad: Ad, current: Content, content: Content) -> bool:
    price = {"price_paise": content.price_paise, "discount_basis_points": content.discount_basis_points}
    return content == current.model_copy(update=price) and price_cuts.needs_no_review(db, ad, *price.values())
