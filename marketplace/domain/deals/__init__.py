"""Deals: offers for ads for sale, reservations and handovers."""

from marketplace.domain.deals.handover_help import find_payment, get_meetup_help
from marketplace.domain.deals.meetups import (
    confirm_meetup,
    get_calendar,
    propose_meetup,
    remind_meetups,
    report_here,
    report_late,
)
from marketplace.domain.deals.offer_actions import (
    accept_offer,
    counter_offer,
    decline_offer,
    expire_offers,
    withdraw_offer,
)
from marketplace.domain.deals.offers import (
    get_offer_terms,
    list_offers_between,
    list_offers_for_buyer,
    list_offers_for_seller,
    make_offer,
)
from marketplace.domain.deals.queries import select_trades
from marketplace.domain.deals.receipts import get_receipt
from marketplace.domain.deals.reservations import (
    cancel_deal,
    expire_deals,
    get_deal,
    hand_over,
    list_deals_between,
    list_deals_for_buyer,
    list_deals_for_seller,
    renew_code,
)
from marketplace.domain.deals.safety import load as load_safety_tips
from marketplace.domain.deals.schemas import (
    DealView,
    OfferStepView,
    OfferTerms,
    OfferView,
    PaymentView,
)
from marketplace.domain.deals.waiting import list_open_trades, list_waiting_deals, list_waiting_offers
