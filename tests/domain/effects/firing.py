"""Fires each event through the public function that a person or the clock calls."""

from collections.abc import Callable
from datetime import timedelta

from marketplace.core import clock
from marketplace.domain import accounts, ads, catalog, chat, deals, moderation
from marketplace.domain.accounts.schemas import ProfileDraft
from marketplace.domain.catalog import FieldDraft
from marketplace.domain.effects import Event
from marketplace.domain.personal_data.service import erase_dormant_account
from marketplace.models import Account
from tests.background import run_jobs
from tests.domain.effects.world import World


def _expire(world: World) -> None:
    world.ad.expires_at = clock.now() - timedelta(minutes=1)
    world.db.flush()
    ads.expire_due(world.db)


def _field(world: World, *options: str, required: bool = False) -> None:
    draft = FieldDraft(label="Colour", input_type="select", required=required, options=list(options))
    catalog.update_field(world.db, world.as_admin, world.field.id, draft)


def _suspend(world: World, account_id: str) -> None:
    moderation.suspend_account(world.db, world.as_admin, account_id, "Under review")
    run_jobs(world.db)


def _erase(world: World, account: Account) -> None:
    erase_dormant_account(world.db, account)
    run_jobs(world.db)


# What has to be so before the event, after the dependent was added.
PREPARE: dict[Event, Callable[[World], object]] = {
    Event.AD_REJECTED: lambda w: ads.revise(w.db, w.as_seller, w.ad_id, w.draft(name="Another bike")),
    Event.AD_SOLD_BY_DEAL: World.start_deal,
    Event.AD_RELISTED: lambda w: ads.mark_sold(w.db, w.as_seller, w.ad_id),
    Event.SELLER_RESTORED: lambda w: _suspend(w, w.seller.id),
    Event.BUYER_RESTORED: lambda w: _suspend(w, w.buyer.id),
    Event.UNBLOCKED: lambda w: chat.block(w.db, w.as_buyer, w.seller.id),
}
FIRE: dict[Event, Callable[[World], object]] = {
    Event.AD_SUBMITTED: lambda w: ads.revise(w.db, w.as_seller, w.ad_id, w.draft(name="Another bike")),
    Event.AD_APPROVED: lambda w: ads.approve(w.db, w.as_admin, w.ad_id),
    Event.AD_REJECTED: lambda w: ads.reject(w.db, w.as_admin, w.ad_id, "Please show its frame."),
    Event.AD_PRICE_CHANGED: lambda w: w.change(price=4000),
    Event.AD_PRICE_REMOVED: lambda w: w.change(price=None),
    Event.AD_LEFT_SALE: lambda w: w.change(ad_type="rent", price_unit="day", price=4500),
    Event.AD_LEFT_RENT: lambda w: w.change(ad_type="sell", price_unit="", price=4500),
    Event.AD_UNIT_CHANGED: lambda w: w.change(price_unit="week", price=4500),
    Event.AD_REFILED: lambda w: w.change(subcategory_id=w.other_subcategory.id, fields=[]),
    Event.AD_MOVED: lambda w: w.change(city="Nashik"),
    Event.AD_PAUSED: lambda w: ads.pause(w.db, w.as_seller, w.ad_id),
    Event.AD_RESERVED: lambda w: ads.mark_reserved(w.db, w.as_seller, w.ad_id),
    Event.AD_IN_DEAL: World.start_deal,
    Event.AD_EXPIRED: _expire,
    Event.AD_SOLD: lambda w: ads.mark_sold(w.db, w.as_seller, w.ad_id),
    Event.AD_SOLD_BY_DEAL: lambda w: deals.hand_over(
        w.db, w.as_seller, w.deal_id, deals.get_deal(w.db, w.as_other_buyer, w.deal_id).code
    ),
    Event.AD_RELISTED: lambda w: ads.relist(w.db, w.as_seller, w.ad_id),
    Event.AD_DELETED: lambda w: ads.delete(w.db, w.as_seller, w.ad_id),
    Event.AD_TAKEN_DOWN: lambda w: ads.take_down(w.db, w.as_admin, w.ad_id, "It was stolen."),
    Event.AD_REASSIGNED: lambda w: w.change(seller_id=w.other_seller.id),
    Event.CATEGORY_ARCHIVED: lambda w: catalog.archive_category(w.db, w.as_admin, w.category.id, move_to=w.cars.id),
    Event.CATEGORY_RENAMED: lambda w: catalog.update_category(w.db, w.as_admin, w.category.id, name="Cycles"),
    Event.SUBCATEGORY_ARCHIVED: lambda w: catalog.archive_subcategory(
        w.db, w.as_admin, w.subcategory.id, move_to=w.other_subcategory.id
    ),
    Event.SUBCATEGORY_RENAMED: lambda w: catalog.rename_subcategory(w.db, w.as_admin, w.subcategory.id, "Race bikes"),
    Event.FIELD_ARCHIVED: lambda w: catalog.archive_field(w.db, w.as_admin, w.field.id),
    Event.FIELD_REQUIRED: lambda w: _field(w, "Red", "Blue", required=True),
    Event.OPTION_REMOVED: lambda w: _field(w, "Blue"),
    Event.SELLER_SUSPENDED: lambda w: _suspend(w, w.seller.id),
    Event.SELLER_RESTORED: lambda w: moderation.restore_account(w.db, w.as_admin, w.seller.id),
    Event.SELLER_DELETED: lambda w: _erase(w, w.seller),
    Event.BUYER_SUSPENDED: lambda w: _suspend(w, w.buyer.id),
    Event.BUYER_RESTORED: lambda w: moderation.restore_account(w.db, w.as_admin, w.buyer.id),
    Event.BUYER_DELETED: lambda w: _erase(w, w.buyer),
    Event.RENAMED: lambda w: accounts.update_profile(
        w.db, w.as_seller, w.seller.id, ProfileDraft(name="Asha Rao", images=None)
    ),
    Event.BLOCKED: lambda w: chat.block(w.db, w.as_buyer, w.seller.id),
    Event.UNBLOCKED: lambda w: chat.unblock(w.db, w.as_buyer, w.seller.id),
}
# Who causes the event, and so needs no notice of it.
BY_SELLER = {
    Event.AD_SUBMITTED,
    Event.AD_PAUSED,
    Event.AD_RESERVED,
    Event.AD_SOLD,
    Event.AD_RELISTED,
    Event.AD_DELETED,
    Event.SELLER_SUSPENDED,
    Event.SELLER_DELETED,
}
BY_BUYER = {Event.BUYER_SUSPENDED, Event.BUYER_DELETED, Event.BLOCKED}
