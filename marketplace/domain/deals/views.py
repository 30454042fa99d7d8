"""Builds views of offers and deals from rows."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.money import apply_discount, format_rupees
from marketplace.domain import accounts, ads, handover_codes, meetups, site_time
from marketplace.domain.addressed_texts import Reader
from marketplace.domain.deals import lifecycle, messages, next_step, queries, rules
from marketplace.domain.deals.lifecycle import DealAction
from marketplace.domain.deals.notifications import deal_link
from marketplace.domain.deals.schemas import DealView, OfferStepView, OfferView
from marketplace.domain.display_names import title_case
from marketplace.domain.meetups import Meeting
from marketplace.domain.site_time import format_time
from marketplace.i18n.texts import t
from marketplace.models import Deal, DealSide, DealStatus, Meetup, Offer, OfferStep


def side_of(actor: Actor, row: Offer | Deal) -> DealSide | None:
    """The actor's side; None if not a party."""
    if actor.owns(row.buyer_id):
        return DealSide.BUYER
    return DealSide.SELLER if actor.owns(row.seller_id) else None


def _party(row: Offer | Deal, side: DealSide | None) -> str | None:
    return {DealSide.BUYER: row.buyer_id, DealSide.SELLER: row.seller_id}.get(side) if side else None


def handover_code(deal: Deal) -> str:
    """The current handover code."""
    return handover_codes.derive(deal, deal.id)


def make_offers(db: Session, actor: Actor, rows: Sequence[Offer]) -> tuple[OfferView, ...]:
    """Build views of offers for the actor, with a constant number of queries."""
    if not rows:
        return ()
    now = clock.now()
    ad_ids, offer_ids = {row.ad_id for row in rows}, [row.id for row in rows]
    versions, covers = queries.list_versions_shown(db, ad_ids), ads.find_covers(db, actor, ad_ids)
    people = accounts.people(db, {one for row in rows for one in (row.buyer_id, row.seller_id)})
    reserved = queries.list_reserved(db, ad_ids, now)
    became = queries.list_deals_of_offers(db, offer_ids)
    steps: dict[str, list[OfferStep]] = defaultdict(list)
    for step in queries.list_steps(db, offer_ids):
        steps[step.offer_id].append(step)
    reader = Reader(db, actor)
    made = []
    for row in rows:
        history = tuple(_make_step(row, step, reader) for step in steps[row.id])
        status, version = lifecycle.offer_status(row, now), versions[row.ad_id]
        asked = apply_discount(version.price_paise, version.discount_basis_points)
        view = OfferView.of(
            row,
            ad_name=version.name,
            buyer_name=people[row.buyer_id].name,
            seller_name=people[row.seller_id].name,
            price_text=format_rupees(row.price_paise),
            asked_text=format_rupees(asked),
            bounds_text=rules.describe_bounds(asked) if asked else "",
            status=status,
            expires_text=format_time(row.expires_at),
            moves=_moves(row, status, side_of(actor, row), reserved),
            in_line=status in lifecycle.LIVE_OFFERS and row.ad_id in reserved,
            message=history[-1].message,
            warnings=history[-1].warnings,
            deal_id=became.get(row.id, ""),
            mine=actor.owns(row.buyer_id),
            cover=covers.get(row.ad_id),
            history=history,
        )
        made.append(view)
    return tuple(made)


def _moves(row: Offer, status, side: DealSide | None, reserved: dict[str, str]) -> tuple[str, ...]:
    moves = lifecycle.offer_moves(status, side)
    return tuple(move for move in moves if move != "accept") if row.ad_id in reserved else moves


def _make_step(offer: Offer, step: OfferStep, reader: Reader) -> OfferStepView:
    return OfferStepView(
        side=step.side.value,
        action=step.action.value,
        price_paise=step.price_paise,
        price_text=format_rupees(step.price_paise),
        message=reader.text(step),
        warnings=reader.warnings(step, _party(offer, step.side), offer),
        created_at=step.created_at,
    )


def make_deals(db: Session, actor: Actor, rows: Sequence[Deal]) -> tuple[DealView, ...]:
    """Build views of deals for the actor, with a constant number of queries."""
    if not rows:
        return ()
    now = clock.now()
    ad_ids = {row.ad_id for row in rows}
    versions, covers = queries.list_versions_shown(db, ad_ids), ads.find_covers(db, actor, ad_ids)
    people = accounts.people(db, {one for row in rows for one in (row.buyer_id, row.seller_id)})
    proposals = meetups.map_by_deal(db, [row.id for row in rows])
    reader = Reader(db, actor)
    made = []
    for row in rows:
        status, side, meetup = lifecycle.deal_status(row, now), side_of(actor, row), proposals.get(row.id)
        if meetup is not None and reader.is_withheld(meetup):
            # A proposal without its place is none.
            meetup = None
        other = "" if side is None else people[row.seller_id if side is DealSide.BUYER else row.buyer_id].name
        active = status in lifecycle.ACTIVE_DEALS
        view = DealView.of(
            row,
            ad_name=versions[row.ad_id].name,
            buyer_name=people[row.buyer_id].name,
            seller_name=people[row.seller_id].name,
            price_text=format_rupees(row.price_paise),
            status=status,
            reserved_text=format_time(row.reserved_until),
            meetup=meetups.make_view(_meeting(row, versions[row.ad_id].name), meetup, side, other, reader)
            if meetup
            else None,
            next_step=next_step.describe(row, status, meetup, side, other, now),
            other_name=other,
            code=handover_code(row) if active and side is DealSide.BUYER else "",
            attempts_left=handover_codes.count_attempts_left(row) if active else 0,
            reason=reader.text(row),
            warnings=reader.warnings(row, _party(row, row.ended_by), row),
            ended_by=row.ended_by.value if row.ended_by else "",
            ended_at=row.ended_at if status is not DealStatus.EXPIRED else row.reserved_until,
            ended_text=format_time(row.ended_at) if row.ended_at else "",
            moves=_deal_moves(status, side, meetup, now),
            mine=side is DealSide.BUYER,
            cover=covers.get(row.ad_id),
        )
        made.append(view)
    return tuple(made)


def describe_meeting(db: Session, deal: Deal) -> Meeting:
    """Describe what the parties meet for."""
    return _meeting(deal, queries.list_versions_shown(db, [deal.ad_id])[deal.ad_id].name)


def _meeting(deal: Deal, ad_name: str) -> Meeting:
    return Meeting(
        deal,
        earliest=deal.created_at,
        latest=rules.latest_meeting(deal),
        zone=site_time.zone(),
        ad_name=title_case(ad_name),
        link=deal_link(deal),
        uid=deal.id,
        description=t(messages.EVENT_DESCRIPTION, price=format_rupees(deal.price_paise)),
        over=deal.status not in lifecycle.ACTIVE_DEALS,
    )


def _deal_moves(status: DealStatus, side: DealSide | None, meetup: Meetup | None, now: datetime) -> tuple[str, ...]:
    """The actions that this side may take, as the functions of `meetups` decide."""
    refused = {DealAction.CONFIRM_MEETUP, DealAction.LATE, DealAction.HERE} - set(meetups.list_moves(meetup, side, now))
    return tuple(move for move in lifecycle.deal_moves(status, side) if move not in refused)
