"""Rows for offers and deals."""

from collections.abc import Callable
from datetime import timedelta

from marketplace.core import clock
from marketplace.web import paths
from marketplace.web.pages.ad.state import AdState
from marketplace.web.pages.deal.state import DealState
from marketplace.web.pages.enquiries.offers import OffersState
from marketplace.web.pages.messages.actions import ConversationActionsState
from marketplace.web.pages.messages.state import MessagesState
from tests.api.permissions.world import World
from tests.web.permissions.row import USERS, Row, Sent, sent

USER = "no ok no no no no"
SELLER = "no no no ok no no"
PARTIES = "no ok no ok no no"
# The buyer of an active deal sees how to pay its seller.
UPI = ("upi of",)


def offering(world: World) -> Sent:
    return sent(path=paths.ad(world.ad_of(world.bystander, price_paise=500_00).id), form={"price": "450"})


def own_offers(world: World) -> Sent:
    path = paths.SELLER_ENQUIRIES if world.me.kind.value == "seller" else paths.USER_ENQUIRIES
    return sent(path=path, sees=world.offer_id)


def _opened(state, offer_id: str, action: str):
    return state.open_offer, {"offer_id": offer_id, "ad_name": "", "price": "", "action": action}


def accepting(world: World) -> Sent:
    return sent(_opened(OffersState, world.offer_id, "accept"), path=paths.SELLER_ENQUIRIES, form={})


def countering(world: World) -> Sent:
    return sent(_opened(OffersState, world.offer_id, "counter"), path=paths.SELLER_ENQUIRIES, form={"price": "950"})


def withdrawing(world: World) -> Sent:
    return sent(
        _opened(OffersState, world.offer_id, "withdraw"), path=paths.USER_ENQUIRIES, form={"offerMessage": "Sorry."}
    )


def accepting_in_chat(world: World) -> Sent:
    path = f"{paths.SELLER_MESSAGES}?user={world.user.id}"
    opened = _opened(ConversationActionsState, world.offer_id, "accept")
    return sent((MessagesState.open, {}), opened, path=path, form={})


def deal(world: World) -> Sent:
    return sent(path=paths.deal(world.deal_id), sees=f'"offer_id":"{world.offer_id}"')


def code_of_deal(world: World) -> Sent:
    return sent(path=paths.deal(world.deal_id), sees=f'"code":"{world.handover_code}"')


def handing_over(world: World) -> Sent:
    return sent(path=paths.deal(world.deal_id), form={"code": world.handover_code})


def renewing_code(world: World) -> Sent:
    return sent(path=paths.deal(world.deal_id))


def proposing(world: World) -> Sent:
    at = (clock.now() + timedelta(days=1)).isoformat()
    return sent(path=paths.deal(world.deal_id), form={"place": "Central Station", "at": at})


def confirming(by: str) -> Callable[[World], Sent]:
    return lambda world: sent(path=paths.deal(world.propose_meetup(by)), number=1)


def at_meetup(world: World) -> Sent:
    return sent(path=paths.deal(world.meeting_id))


def running_late(world: World) -> Sent:
    return sent(path=paths.deal(world.meeting_id), minutes=20)


def how_to_pay(world: World) -> Sent:
    return sent(path=paths.deal(world.deal_id), sees=world.seller.upi)


def cancelling(world: World) -> Sent:
    return sent(path=paths.deal(world.deal_id), form={"reason": "Broken"})


ROWS = (
    Row(AdState.send_offer, offering, USERS),
    Row(OffersState.open, own_offers, PARTIES),
    Row(OffersState.answer_offer, accepting, SELLER),
    Row(OffersState.answer_offer, countering, SELLER, "counter"),
    Row(OffersState.answer_offer, withdrawing, USER, "withdraw"),
    Row(ConversationActionsState.answer_offer, accepting_in_chat, SELLER, alone=True),
    Row(DealState.open, deal, "no ok no ok no ok", tells=UPI),
    Row(DealState.open, code_of_deal, USER, "the code", tells=UPI),
    Row(DealState.open, how_to_pay, USER, "the UPI address", tells=UPI),
    Row(DealState.propose, proposing, PARTIES, tells=UPI),
    Row(DealState.confirm_meetup, confirming("user"), SELLER, "proposed by the user", alone=True, tells=UPI),
    Row(DealState.confirm_meetup, confirming("seller"), USER, "proposed by the seller", alone=True, tells=UPI),
    Row(DealState.say_late, running_late, PARTIES, tells=UPI),
    Row(DealState.say_here, at_meetup, PARTIES, tells=UPI),
    Row(DealState.hand_over, handing_over, SELLER, tells=UPI),
    Row(DealState.renew_code, renewing_code, USER, tells=UPI),
    Row(DealState.cancel, cancelling, PARTIES, tells=UPI),
)
