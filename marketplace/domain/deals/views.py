"""Builds views of offers and deals from rows."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.money import apply_discount, format_rupees
from marketplace.domain import accounts, ads, handover_codes
from marketplace.domain.addressed_texts import Reader
from marketplace.domain.deals import lifecycle, messages, next_step, queries, rules
from marketplace.domain.deals.lifecycle import DealAction
from marketplace.domain.deals.schemas import DealView, MeetupView, OfferStepView, OfferView
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
    meetups = queries.list_meetups(db, [row.id for row in rows])
    reader = Reader(db, actor)
    made = []
    for row in rows:
        status, side, meetup = lifecycle.deal_status(row, now), side_of(actor, row), meetups.get(row.id)
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
            meetup=_make_meetup(row, meetup, side, other, reader) if meetup else None,
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


def _deal_moves(status: DealStatus, side: DealSide | None, meetup: Meetup | None, now: datetime) -> tuple[str, ...]:
    """The actions that this side may take, as the functions of `meetups` decide."""
    refused: set[str] = set()
    if meetup is None or meetup.proposed_by is side or meetup.at <= now:
        refused.add(DealAction.CONFIRM_MEETUP)
    if meetup is None or not rules.is_on_the_way(meetup, now) or (side and here_at(meetup, side)):
        refused |= {DealAction.LATE, DealAction.HERE}
    return tuple(move for move in lifecycle.deal_moves(status, side) if move not in refused)


def here_at(meetup: Meetup, side: DealSide) -> datetime | None:
    """When this side said that it has arrived."""
    return meetup.buyer_here_at if side is DealSide.BUYER else meetup.seller_here_at


def _make_meetup(deal: Deal, meetup: Meetup, side: DealSide | None, other: str, reader: Reader) -> MeetupView:
    said = {
        DealSide.BUYER: (meetup.buyer_here_at, meetup.buyer_late_minutes),
        DealSide.SELLER: (meetup.seller_here_at, meetup.seller_late_minutes),
    }
    own_text = other_text = ""
    for party, (here, minutes) in said.items():
        if side is None:
            continue
        if party is side:
            own_text = _say(messages.OWN_HERE if here else messages.OWN_LATE, here or minutes, minutes=minutes)
        else:
            words = messages.OTHER_HERE if here else messages.OTHER_LATE
            other_text = _say(words, here or minutes, other=other, minutes=minutes)
    return MeetupView.of(
        meetup,
        at_text=format_time(meetup.at),
        warnings=reader.warnings(meetup, _party(deal, meetup.proposed_by), deal),
        proposed_by=meetup.proposed_by.value,
        mine=meetup.proposed_by is side,
        confirmed=meetup.confirmed_at is not None,
        buyer_late_minutes=meetup.buyer_late_minutes,
        seller_late_minutes=meetup.seller_late_minutes,
        buyer_here=meetup.buyer_here_at is not None,
        seller_here=meetup.seller_here_at is not None,
        own_text=own_text,
        other_text=other_text,
    )


def _say(words: str, said: object, **values: object) -> str:
    return t(words, **values) if said else ""
