"""Adds each dependent to a world, and tells in what state it is."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlmodel import Session, col, func, select

from marketplace.core import clock
from marketplace.db import change_log
from marketplace.domain import (
    ads,
    cases,
    chat,
    content,
    deals,
    listings,
    media,
    moderation,
    rentals,
    reviews,
    saved_searches,
    wanted,
    wishlist,
)
from marketplace.domain.ads.sitemap_queries import count_parts
from marketplace.domain.effects import Dependent, Event
from marketplace.domain.moderation import ReportDraft
from marketplace.domain.search import SearchQuery
from marketplace.domain.wanted import WantedDraft
from marketplace.models import (
    ACTIVE_DEALS,
    AdDraftSave,
    AdStatus,
    AdType,
    Appeal,
    AppealStatus,
    AppealTarget,
    Assignment,
    ConversationParty,
    Deal,
    DealStatus,
    Enquiry,
    EnquiryStatus,
    Listing,
    ListingCount,
    Notification,
    Offer,
    OfferStatus,
    PriceUnit,
    Report,
    SavedSearch,
    SavedSearchMatch,
    WantedAd,
    WishlistItem,
)
from tests import factories
from tests.domain.effects import renting
from tests.domain.effects.world import World
from tests.domain.media import corpus


@dataclass(frozen=True)
class Probe:
    """How a dependent is added and looked at.

    Attributes:
        build: adds it, with the ad if it needs one in a certain state.
        is_there: whether it stands, or waits, as it did when it was added.
        is_shown: whether the one who has it sees it.
        refers: what it refers to, for effects that make it follow.
        holders: names of the attributes of World with the accounts that are told of its end.
    """

    build: Callable[[World], None]
    is_there: Callable[[World], bool]
    is_shown: Callable[[World], bool] | None = None
    refers: Callable[[World], object] | None = None
    holders: tuple[str, ...] = ("buyer",)
    rent: bool = False


def _row(world: World, model: type, name: str) -> Any:
    """The dependent as it is now; None if it is gone."""
    world.db.expire_all()
    return world.db.get(model, world.known[name])


def _offer(world: World) -> None:
    world.make_ad()
    price = 4500 if world.event is Event.AD_PRICE_CHANGED else 4000
    made = deals.make_offer(world.db, world.as_buyer, world.ad_id, price, message="Cash today")
    world.known["offer"] = made.id


def _deal(world: World) -> None:
    _offer(world)
    world.known["deal"] = deals.accept_offer(world.db, world.as_seller, world.known["offer"]).deal_id


def _meetup(world: World) -> None:
    _deal(world)
    at = (clock.now() + timedelta(days=1)).isoformat()
    deals.propose_meetup(world.db, world.as_seller, world.known["deal"], "Station", at)
    deals.confirm_meetup(world.db, world.as_buyer, world.known["deal"])


def _review(world: World) -> None:
    if world.event in (Event.AD_LEFT_RENT, Event.AD_UNIT_CHANGED):
        renting.add_rental(world)
        row = _row(world, Enquiry, "enquiry")
        row.returned_at, world.known["deal"] = clock.now(), row.id
        return
    _deal(world)
    deal_id = world.known["deal"]
    code = deals.get_deal(world.db, world.as_buyer, deal_id).code
    deals.hand_over(world.db, world.as_seller, deal_id, code)
    ads.relist(world.db, world.as_seller, world.ad_id)


def _wish(world: World) -> None:
    world.make_ad()
    wishlist.add(world.db, world.as_buyer, world.ad_id)


def _is_on_wishlist(world: World) -> bool:
    saved = wishlist.list_saved(world.db, world.as_buyer).items
    return any(item.ad is not None and item.ad.status == "approved" for item in saved)


def _search(world: World) -> None:
    """A saved search for the ad: as it is after a change that such a search is told of, else as it is now."""
    wanted_after = {
        Event.AD_LEFT_SALE: SearchQuery(ad_type=AdType.RENT),
        Event.AD_LEFT_RENT: SearchQuery(ad_type=AdType.SELL),
        Event.AD_UNIT_CHANGED: SearchQuery(price_unit=PriceUnit.WEEK, max_price=6000),
        Event.AD_REFILED: SearchQuery(subcategory_id=world.other_subcategory.id),
        Event.AD_MOVED: SearchQuery(city="Nashik"),
        Event.AD_PRICE_CHANGED: SearchQuery(max_price=4500),
        Event.AD_REASSIGNED: SearchQuery(seller_id=world.other_seller.id),
    }
    as_it_is = SearchQuery(
        category_id=world.category.id, subcategory_id=world.subcategory.id, fields={world.field.id: "Red"}
    )
    query = wanted_after.get(world.event, as_it_is) if world.event else as_it_is
    world.known["search"] = saved_searches.save_search(world.db, world.as_buyer, query, name="Mine").id


def _alert(world: World) -> None:
    world.make_ad()
    everything = SearchQuery(category_id=world.category.id)
    world.known["search"] = saved_searches.save_search(world.db, world.as_buyer, everything, name="Mine").id
    world.db.add(SavedSearchMatch(search_id=world.known["search"], ad_id=world.ad_id, lowest_told_paise=5000_00))
    world.db.flush()


def _follow(world: World) -> None:
    world.make_ad()
    saved_searches.follow(world.db, world.as_buyer, world.seller.id)
    (followed,) = saved_searches.list_followed(world.db, world.as_buyer)
    world.known["search"] = followed.search_id


def _wanted(world: World) -> None:
    draft = WantedDraft(
        title="A bike",
        ad_type="sell",
        subcategory_id=world.subcategory.id,
        city="Pune",
        state="Maharashtra",
    )
    world.known["wanted"] = wanted.create(world.db, world.as_buyer, draft).id


def _is_wanted_live(world: World) -> bool:
    row = _row(world, WantedAd, "wanted")
    return row is not None and row.ended_at is None


def _is_wanted_seen(world: World) -> bool:
    return bool(wanted.list_matching(world.db, world.as_seller).items)


def _talk(world: World) -> None:
    world.make_ad()
    chat.send(world.db, world.as_buyer, world.seller.id, "Is the frame straight?", ad_id=world.ad_id)
    chat.send(world.db, world.as_seller, world.buyer.id, "It is.")


def _find_party(world: World) -> ConversationParty | None:
    world.db.expire_all()
    return world.db.exec(select(ConversationParty).where(ConversationParty.account_id == world.buyer.id)).first()


def _counts_as_unread(world: World) -> bool:
    party = _find_party(world)
    return party is not None and party.unread == 1


def _draft(world: World) -> None:
    world.make_ad()
    values = {"name": "Steel bike", "categoryId": world.category.id, "subcategoryId": world.subcategory.id}
    ads.save_draft(world.db, world.as_seller, {"values": values, "photos": []}, ad_id=world.ad_id)


def _find_draft(world: World) -> AdDraftSave | None:
    world.db.expire_all()
    return world.db.exec(select(AdDraftSave).where(AdDraftSave.ad_key == world.ad_id)).one_or_none()


def _appeal(world: World) -> None:
    if world.event in (Event.SELLER_RESTORED, Event.BUYER_RESTORED, Event.BUYER_DELETED):
        account = world.seller if world.event is Event.SELLER_RESTORED else world.buyer
        target = {"target": AppealTarget.ACCOUNT, "target_id": account.id, "decided_at": clock.now()}
        world.db.add(made := Appeal(account_id=account.id, text="Please look again.", **target))
        world.known["appeal"] = made.id
        return
    if world.event is Event.AD_SUBMITTED:
        world.make_ad(status=AdStatus.REJECTED)
    else:
        # A change was rejected, so that the ad is live.
        world.make_ad()
        ads.revise(world.db, world.as_seller, world.ad_id, world.draft(name="Another bike"))
        ads.reject(world.db, world.as_admin, world.ad_id, "Please show its frame.")
    world.known["appeal"] = moderation.appeal_ad(world.db, world.as_seller, world.ad_id, "Please look again.").id


def _report(world: World) -> None:
    world.make_ad()
    moderation.report(
        world.db,
        factories.actor(world.stranger),
        ReportDraft(target="ad", target_id=world.ad_id, reason="scam", text="A fake."),
    )


def _is_report_open(world: World) -> bool:
    return world.db.exec(select(Report.status).where(Report.target_id == world.ad_id)).one() == "open"


def _case(world: World) -> None:
    _report(world)
    report_id = world.db.exec(select(Report.id)).one()
    cases.assign(world.db, world.as_admin, "report", report_id)


def _feature(world: World) -> None:
    world.make_ad()
    ads.set_featured(world.db, world.as_admin, world.ad_id, True)


def _is_featured_in_lists(world: World) -> bool:
    return bool(world.db.exec(select(Listing).where(Listing.ad_id == world.ad_id, col(Listing.featured))).first())


def _photo(world: World) -> None:
    photo = media.store_image(world.db, world.as_seller, "bike.jpg", corpus.jpeg(400, 300))
    world.known["photo"] = photo.id
    made = ads.submit(world.db, world.as_seller, world.draft(image_ids=[photo.id]))
    world.ad_id = made.id
    if world.event is not Event.AD_APPROVED:
        ads.approve(world.db, world.as_admin, made.id)


def _notice(world: World) -> None:
    world.make_ad()
    content.notify(world.db, world.other_buyer.id, "ad_sold", values={"name": "Steel bike"}, ad_id=world.ad_id)


def _snapshot(world: World) -> None:
    world.make_ad()


def rows_of_lists(db: Session) -> list[tuple]:
    """The rows of `listings`, without what a rebuild numbers anew."""
    columns = [column for column in Listing.__table__.columns if column.name != "number"]  # pyright: ignore
    return sorted(map(tuple, db.execute(select(*columns)).all()), key=repr)


def is_listed_truly(world: World) -> bool:
    """Whether `listings`, and what is counted and read from it, equals what a rebuild makes of the ads."""
    world.db.expire_all()
    kept = rows_of_lists(world.db)
    counted = world.db.exec(select(func.coalesce(func.sum(col(ListingCount.count)), 0))).one()
    listings.rebuild(world.db)
    return kept == rows_of_lists(world.db) and counted == len(kept)


PROBES: dict[Dependent, Probe] = {
    Dependent.DEAL: Probe(_deal, lambda w: _row(w, Deal, "deal").status in ACTIVE_DEALS, holders=("buyer", "seller")),
    Dependent.MEETUP: Probe(
        _meetup, lambda w: _row(w, Deal, "deal").status is DealStatus.MEETING, holders=("buyer", "seller")
    ),
    Dependent.BOOKING: Probe(renting.add_booking, renting.is_booked, holders=("buyer", "seller"), rent=True),
    Dependent.RENTAL_MEETUP: Probe(renting.add_meetup, renting.is_arranged, holders=("buyer", "seller"), rent=True),
    Dependent.DEPOSIT: Probe(renting.add_deposit, renting.is_deposited, holders=("buyer", "seller"), rent=True),
    Dependent.RENTAL: Probe(renting.add_rental, renting.is_booked, holders=("buyer", "seller"), rent=True),
    Dependent.ENQUIRY: Probe(
        renting.add_enquiry,
        lambda w: _row(w, Enquiry, "enquiry").status is EnquiryStatus.PENDING,
        is_shown=lambda w: bool(rentals.list_for_seller(w.db, w.as_seller, w.seller.id).items),
        rent=True,
    ),
    Dependent.OFFER: Probe(
        _offer,
        lambda w: _row(w, Offer, "offer").status in (OfferStatus.OPEN, OfferStatus.COUNTERED),
        is_shown=lambda w: bool(deals.list_offers_for_seller(w.db, w.as_seller, w.seller.id).items),
    ),
    Dependent.REVIEW: Probe(_review, lambda w: reviews.find_exchange(w.db, w.as_buyer, w.known["deal"]) is not None),
    Dependent.WISHLIST: Probe(
        _wish,
        lambda w: bool(w.db.exec(select(WishlistItem).where(WishlistItem.ad_id == w.ad_id)).first()),
        is_shown=_is_on_wishlist,
    ),
    Dependent.SEARCH: Probe(
        _search,
        lambda w: _row(w, SavedSearch, "search") is not None,
        refers=lambda w: dict(_row(w, SavedSearch, "search").query),
    ),
    Dependent.PRICE_ALERT: Probe(
        _alert,
        lambda w: bool(w.db.exec(select(SavedSearchMatch).where(SavedSearchMatch.ad_id == w.ad_id)).first()),
        refers=lambda w: w.db.exec(select(SavedSearchMatch.lowest_told_paise)).one(),
    ),
    Dependent.FOLLOW: Probe(
        _follow,
        lambda w: _row(w, SavedSearch, "search") is not None,
        is_shown=lambda w: bool(saved_searches.list_followed(w.db, w.as_buyer)),
        refers=lambda w: _row(w, SavedSearch, "search").name,
    ),
    Dependent.WANTED: Probe(
        _wanted,
        _is_wanted_live,
        is_shown=_is_wanted_seen,
        refers=lambda w: _row(w, WantedAd, "wanted").subcategory_id,
        holders=("seller",),
    ),
    Dependent.CONVERSATION: Probe(
        _talk, lambda w: _find_party(w) is not None, is_shown=_counts_as_unread, holders=("buyer",)
    ),
    Dependent.DRAFT: Probe(
        _draft,
        lambda w: _find_draft(w) is not None,
        refers=lambda w: [draft.content["values"] for draft in [_find_draft(w)] if draft],
    ),
    Dependent.APPEAL: Probe(_appeal, lambda w: _row(w, Appeal, "appeal").status is AppealStatus.OPEN, holders=()),
    Dependent.REPORT: Probe(_report, _is_report_open, holders=("stranger",)),
    Dependent.CASE: Probe(_case, lambda w: bool(w.db.exec(select(Assignment)).first()), holders=()),
    Dependent.FEATURED: Probe(_feature, lambda w: w.ad.featured, is_shown=_is_featured_in_lists, holders=()),
    Dependent.STATISTICS: Probe(_snapshot, is_listed_truly, holders=()),
    Dependent.INDEX: Probe(_snapshot, is_listed_truly, holders=()),
    Dependent.CACHE: Probe(_snapshot, is_listed_truly, holders=()),
    Dependent.SITEMAP: Probe(_snapshot, lambda w: count_parts(w.db, 1) == len(rows_of_lists(w.db)), holders=()),
    Dependent.PHOTOS: Probe(_photo, lambda w: bool(media.photos_of(w.db, [w.known["photo"]])), holders=()),
    Dependent.NOTICES: Probe(
        _notice,
        lambda w: bool(w.db.exec(select(Notification).where(Notification.account_id == w.other_buyer.id)).first()),
        holders=(),
    ),
}


def read_position(world: World) -> int:
    """The number of the last change of public data, by which cached responses are told to be outdated."""
    return change_log.read_number(world.db.connection())
