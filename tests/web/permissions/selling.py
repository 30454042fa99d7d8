"""Rows for ads: what sellers may do with their own, and admins with all."""

import re
from datetime import timedelta
from functools import partial
from typing import Any

from sqlmodel import col, select

from marketplace.core import clock, ids
from marketplace.domain import ads
from marketplace.models import Ad, AdStatus, Booking, EnquiryStatus, OutboxMail
from marketplace.web import paths
from marketplace.web.pages.ad.state import AdState
from marketplace.web.pages.ad_form.state import AdFormState
from marketplace.web.pages.ad_form.steps import REVIEW
from marketplace.web.pages.dashboard.state import DashboardState
from marketplace.web.pages.my_ads.appeal import AdAppealState
from marketplace.web.pages.my_ads.renewal import RenewalState
from marketplace.web.pages.my_ads.state import MyAdsState
from marketplace.web.pages.still_available.page import StillAvailableState
from marketplace.web.widgets.waiting import WaitingState
from tests import factories
from tests.api.permissions.world import World
from tests.web.permissions.accounts import PUNE
from tests.web.permissions.row import MEMBERS, OPEN, SELLERS, Row, Sent, sent

POSTERS = "no no no ok ok ok"
OWNER = "no no no ok no no"
OWNER_OR_ADMIN = "no no no ok no ok"


def _name() -> str:
    return f"Desk {ids.new_id()[-10:]}"


def empty_form(world: World) -> Sent:
    return sent(path=paths.POST_AD, sees=world.category.name)


def form_of_ad(world: World) -> Sent:
    name = _name()
    return sent(path=paths.edit_ad(world.ad_of(world.seller, name=name, status=AdStatus.PENDING).id), sees=name)


# A new ad is submitted from its last step.
_LAST = (AdFormState.go_to, {"step": REVIEW})


def waiting_ad(world: World) -> Sent:
    name = _name()
    world.ad_of(world.seller, name=name, status=AdStatus.REJECTED)
    return sent(path=paths.SELLER_DASHBOARD, sees=name)


def posting(world: World) -> Sent:
    typed = {"name": _name(), "producttype": "sell", "categoryId": world.category.id}
    return sent((AdFormState.open, {}), _LAST, path=paths.POST_AD, typed=typed)


def posting_for_seller(world: World) -> Sent:
    typed = {"name": _name(), "producttype": "sell", "categoryId": world.category.id, "sellerId": world.seller.id}
    return sent((AdFormState.open, {}), _LAST, path=paths.POST_AD, typed=typed)


def changing(world: World) -> Sent:
    typed = {"name": _name(), "producttype": "sell", "categoryId": world.category.id}
    return sent((AdFormState.open, {}), path=paths.edit_ad(world.ad_of(world.seller).id), typed=typed)


def pinning(_world: World) -> Sent:
    return sent(path=paths.POST_AD, latitude="18.520400", longitude="73.856700")


def typing(_world: World) -> Sent:
    return sent(path=paths.POST_AD, name="title", value=_name())


def picturing(world: World) -> Sent:
    return sent(path=paths.POST_AD, photos=[{"id": world.upload(world.me).id, "name": _name(), "url": "", "thumb": ""}])


def setting_file(_world: World) -> Sent:
    return sent(path=paths.POST_AD, name="field:x", url=f"/media/{_name()}", file_name="x.pdf")


def choosing_category(world: World) -> Sent:
    before = (AdFormState.set_value, {"name": "title", "value": _name()})
    return sent(before, path=paths.POST_AD, category_id=world.category.id)


def choosing_subcategory(world: World) -> Sent:
    before = (AdFormState.set_value, {"name": "title", "value": _name()})
    return sent(before, path=paths.POST_AD, subcategory_id=world.subcategory.id)


def _drafted(world: World) -> str:
    title = _name()
    if world.me.kind.value in ("seller", "admin"):
        content = {"values": {"title": title}, "photos": []}
        ads.save_draft(world.db, factories.actor(world.me), content)
        world.db.commit()
    return title


def showing_phone(_world: World) -> Sent:
    return sent(path=paths.POST_AD, value=False)


def restoring_draft(world: World) -> Sent:
    return sent(path=paths.POST_AD, sees=_drafted(world))


def discarding_draft(world: World) -> Sent:
    assert _drafted(world)
    return sent(path=paths.POST_AD)


def locating(_world: World) -> Sent:
    return sent(path=paths.POST_AD, **PUNE)


def overview(world: World) -> Sent:
    name = _name()
    world.ad_of(world.seller, name=name)
    return sent(path=paths.SELLER_DASHBOARD, sees=name)


def own_ads(world: World) -> Sent:
    name = _name()
    world.ad_of(world.seller, name=name)
    return sent(path=paths.SELLER_ADS, sees=name)


def deleting(world: World) -> Sent:
    return sent(
        (MyAdsState.open_delete_dialog, {"item_id": world.ad_of(world.seller).id, "name": "x"}), path=paths.SELLER_ADS
    )


def asking_to_delete(world: World) -> Sent:
    ad = with_booking(world)
    return sent(path=paths.SELLER_ADS, sees="1 booking", item_id=ad.id, name="x")


def asked_to_sell(world: World, state: Any, path: str) -> Sent:
    ad = with_booking(world)
    return sent((state.mark_sold, {"ad_id": ad.id}), path=path)


def asked_to_sell_on_page(world: World) -> Sent:
    ad = with_booking(world)
    return sent((AdState.mark_sold, {}), path=paths.ad(ad.id))


def with_booking(world: World) -> Ad:
    """Add an old ad with a booking, so that rows looking for the newest ad do not find it."""
    ad = world.ad_of(world.seller)
    begin, end = (clock.now() + timedelta(days=days) for days in (200, 202))
    old = f"01{'0' * 8}{ids.new_id()[10:]}"
    booked = factories.enquiry(
        world.db, ad, factories.buyer(world.db), begin, end, id=old, status=EnquiryStatus.ACCEPTED
    )
    factories.save(world.db, Booking(ad_id=ad.id, enquiry_id=booked.id, starts_at=begin, ends_at=end))
    return ad


def live(world: World, path: str = paths.SELLER_ADS) -> Sent:
    return sent(path=path, ad_id=world.ad_of(world.seller).id)


def sold(world: World, path: str = paths.SELLER_ADS) -> Sent:
    return sent(path=path, ad_id=world.ad_of(world.seller, status=AdStatus.SOLD).id)


def expired(world: World, path: str = paths.SELLER_ADS) -> Sent:
    return sent(path=path, ad_id=world.ad_of(world.seller, status=AdStatus.EXPIRED).id)


def reserved(world: World, path: str = paths.SELLER_ADS) -> Sent:
    ad = world.ad_of(world.seller)
    ad.reserved_until = clock.now() + timedelta(days=2)
    factories.save(world.db, ad)
    return sent(path=path, ad_id=ad.id)


def paused_page(world: World) -> Sent:
    return sent(path=paths.ad(world.ad_of(world.seller, status=AdStatus.PAUSED).id))


def _chosen(world: World, *more: tuple[Any, dict[str, Any]], **payload: Any) -> Sent:
    """Ads of the tab's own table, chosen; tabs of others have none of them."""
    world.ad_of(world.seller, price_paise=10_000_00)
    return sent((MyAdsState.open, {}), (MyAdsState.choose_page, {}), *more, path=paths.SELLER_ADS, **payload)


def pausing_chosen(world: World) -> Sent:
    return _chosen(world, action="renew")


def previewing_prices(world: World) -> Sent:
    return _chosen(world, form={"percent": "-10"}, sees='"after_text"')


def pricing_chosen(world: World) -> Sent:
    preview = MyAdsState.preview_prices, {"form": {"percent": "-10"}}
    return _chosen(world, preview)


def going_on_holiday(world: World) -> Sent:
    assert world.ad_of(world.seller)
    day = (clock.now() + timedelta(days=9)).date().isoformat()
    return sent(path=paths.SELLER_ADS, form={"until": day})


def coming_back(world: World) -> Sent:
    own = factories.actor(world.seller)
    world.ad_of(world.seller)
    ads.set_holiday(world.db, own, (clock.now() + timedelta(days=9)).date().isoformat())
    world.db.commit()
    return sent(path=paths.SELLER_ADS)


def _asked(world: World, name: str = "") -> str:
    """The path of a link that asks about an ad."""
    ad = world.ad_of(factories.seller(world.db), name=name or _name())
    ad.quiet_since = clock.now() - timedelta(days=8)
    factories.save(world.db, ad)
    ads.ask_sellers(world.db)
    world.db.commit()
    mails = world.db.exec(select(OutboxMail).where(OutboxMail.purpose == "ad").order_by(col(OutboxMail.id).desc()))
    return next(found[0] for mail in mails if (found := re.findall(rf"/still-available\?token={ad.id}\S+", mail.text)))


def asked(world: World) -> Sent:
    name = _name()
    return sent(path=_asked(world, name), sees=name)


def answering(world: World) -> Sent:
    return sent(path=_asked(world), said="sold")


def live_page(world: World) -> Sent:
    return sent(path=paths.ad(world.ad_of(world.seller).id))


def sold_page(world: World) -> Sent:
    return sent(path=paths.ad(world.ad_of(world.seller, status=AdStatus.SOLD).id))


def asked_to_renew(world: World) -> Sent:
    name = _name()
    ad = world.ad_of(world.seller, name=name)
    return sent(path=f"{paths.SELLER_ADS}?renew={ad.id}", sees=name)


def renewing_by_link(world: World) -> Sent:
    ad = world.ad_of(world.seller, status=AdStatus.EXPIRED)
    return sent((RenewalState.open, {}), path=f"{paths.SELLER_ADS}?renew={ad.id}")


def _rejected(world: World) -> tuple[str, str]:
    """An ad with its reason for the rejection."""
    ad_id, reason = world.ad_of(world.seller, status=AdStatus.PENDING).id, f"Blurred {ids.new_id()[-10:]}"
    ads.reject(world.db, factories.actor(world.another_admin), ad_id, reason)
    world.db.commit()
    return ad_id, reason


def rejection(world: World) -> Sent:
    ad_id, reason = _rejected(world)
    return sent(path=paths.SELLER_ADS, ad_id=ad_id, sees=reason)


def rejection_by_link(world: World) -> Sent:
    ad_id, reason = _rejected(world)
    return sent(path=f"{paths.SELLER_ADS}?appeal={ad_id}", sees=reason)


def appealing(world: World) -> Sent:
    ad_id, _reason = _rejected(world)
    shown = (AdAppealState.show, {"ad_id": ad_id})
    return sent(shown, path=paths.SELLER_ADS, form={"text": "They are sharp."})


ROWS = (
    Row(AdFormState.open, empty_form, POSTERS),
    Row(AdFormState.open, form_of_ad, OWNER_OR_ADMIN, "of an ad"),
    Row(AdFormState.submit, posting, SELLERS),
    Row(AdFormState.submit, posting_for_seller, OWNER_OR_ADMIN, "for a seller"),
    Row(AdFormState.submit, changing, OWNER_OR_ADMIN, "of an ad"),
    Row(AdFormState.set_value, typing, POSTERS),
    Row(AdFormState.set_photos, picturing, POSTERS),
    Row(AdFormState.set_takes_calls, showing_phone, MEMBERS, alone=True),
    Row(AdFormState.set_file, setting_file, POSTERS),
    Row(AdFormState.choose_category, choosing_category, POSTERS),
    Row(AdFormState.choose_subcategory, choosing_subcategory, POSTERS),
    Row(AdFormState.restore_draft, restoring_draft, POSTERS),
    Row(AdFormState.discard_draft, discarding_draft, POSTERS),
    Row(AdFormState.move_pin, pinning, POSTERS),
    Row(AdFormState.locate, locating, POSTERS, late=True),
    Row(DashboardState.open, overview, OWNER),
    Row(DashboardState.mark_sold, partial(live, path=paths.SELLER_DASHBOARD), OWNER),
    Row(DashboardState.sell_anyway, partial(asked_to_sell, state=DashboardState, path=paths.SELLER_DASHBOARD), OWNER),
    Row(DashboardState.relist, partial(sold, path=paths.SELLER_DASHBOARD), OWNER),
    Row(WaitingState.open, waiting_ad, OWNER),
    Row(WaitingState.renew, partial(expired, path=paths.SELLER_DASHBOARD), OWNER),
    Row(DashboardState.renew, partial(expired, path=paths.SELLER_DASHBOARD), OWNER),
    Row(DashboardState.confirm, partial(live, path=paths.SELLER_DASHBOARD), OWNER),
    Row(DashboardState.reserve, partial(live, path=paths.SELLER_DASHBOARD), OWNER),
    Row(DashboardState.pause, partial(live, path=paths.SELLER_DASHBOARD), OWNER),
    Row(DashboardState.resume, partial(reserved, path=paths.SELLER_DASHBOARD), OWNER),
    Row(MyAdsState.confirm, live, OWNER),
    Row(MyAdsState.reserve, live, OWNER),
    Row(MyAdsState.pause, live, OWNER),
    Row(MyAdsState.resume, reserved, OWNER),
    Row(MyAdsState.change_chosen, pausing_chosen, OWNER),
    Row(MyAdsState.preview_prices, previewing_prices, OWNER),
    Row(MyAdsState.change_prices, pricing_chosen, OWNER),
    Row(MyAdsState.start_holiday, going_on_holiday, SELLERS, alone=True),
    Row(MyAdsState.end_holiday, coming_back, OWNER, alone=True),
    Row(AdState.resume, paused_page, OWNER),
    # The signed token of the link is the permission.
    Row(StillAvailableState.open, asked, OPEN, ended="ok"),
    Row(StillAvailableState.answer, answering, OPEN, ended="ok"),
    Row(MyAdsState.open, own_ads, OWNER),
    Row(MyAdsState.delete, deleting, OWNER),
    Row(MyAdsState.mark_sold, live, OWNER),
    Row(MyAdsState.sell_anyway, partial(asked_to_sell, state=MyAdsState, path=paths.SELLER_ADS), OWNER),
    Row(MyAdsState.open_delete_dialog, asking_to_delete, OWNER_OR_ADMIN),
    Row(MyAdsState.relist, sold, OWNER),
    Row(MyAdsState.renew, expired, OWNER),
    Row(MyAdsState.duplicate, live, OWNER),
    Row(AdState.mark_sold, live_page, OWNER),
    Row(AdState.sell_anyway, asked_to_sell_on_page, OWNER),
    Row(AdState.relist, sold_page, OWNER),
    Row(AdAppealState.open, rejection_by_link, OWNER),
    Row(AdAppealState.show, rejection, OWNER),
    Row(AdAppealState.submit, appealing, OWNER),
    Row(RenewalState.open, asked_to_renew, OWNER),
    Row(RenewalState.renew, renewing_by_link, OWNER),
)
