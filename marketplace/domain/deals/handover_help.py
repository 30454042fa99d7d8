"""Help for the parties of a deal to meet and pay: localities near both, safety tips, and a QR code for UPI."""

from urllib.parse import quote, urlencode

import segno
from sqlmodel import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.money import format_rupees
from marketplace.domain import accounts, display_names, meetups
from marketplace.domain.deals import lifecycle, messages, queries, reservations, rules, safety, views
from marketplace.domain.deals.schemas import PaymentView
from marketplace.domain.meetups import MeetupHelp
from marketplace.domain.site_time import format_input
from marketplace.i18n.texts import t
from marketplace.models import DealSide
from marketplace.settings import get_settings

_CURRENCY = "INR"
# Longest note and name that UPI apps take.
_NOTE_LENGTH, _NAME_LENGTH = 50, 99


def get_meetup_help(db: Session, actor: Actor, deal_id: str) -> MeetupHelp:
    """Return localities near both parties and safety tips; empty once the deal is over.

    Raises:
        NotSignedIn, NotFound: no such deal, or not a party.
    """
    deal = reservations.find_readable(db, actor, deal_id)
    if lifecycle.deal_status(deal, clock.now()) not in lifecycle.ACTIVE_DEALS:
        return MeetupHelp()
    version = queries.list_versions_shown(db, [deal.ad_id])[deal.ad_id]
    return MeetupHelp(
        places=meetups.suggest_places(version, accounts.get_account(db, deal.buyer_id)),
        tips=tuple(t(tip) for tip in safety.list_tips(*queries.list_category_names(db, version))),
        earliest=format_input(clock.now()),
        latest=format_input(rules.latest_meeting(deal)),
    )


def find_payment(db: Session, actor: Actor, deal_id: str) -> PaymentView | None:
    """Return how the buyer of an active deal can pay by UPI; None for everybody else, or if the seller has no address.

    Raises:
        NotSignedIn, NotFound: no such deal, or not a party.
    """
    deal = reservations.find_readable(db, actor, deal_id)
    seller = accounts.get_account(db, deal.seller_id)
    active = lifecycle.deal_status(deal, clock.now()) in lifecycle.ACTIVE_DEALS
    if not active or not seller.upi or views.side_of(actor, deal) is not DealSide.BUYER:
        return None
    name = display_names.of_account(seller)
    ad_name = queries.list_versions_shown(db, [deal.ad_id])[deal.ad_id].name
    note = t(messages.PAYMENT_NOTE, site=get_settings().site_name, name=display_names.title_case(ad_name))
    link = "upi://pay?" + urlencode(
        {
            "pa": seller.upi,
            "pn": name[:_NAME_LENGTH],
            "am": f"{deal.price_paise // 100}.{deal.price_paise % 100:02}",
            "cu": _CURRENCY,
            "tn": note[:_NOTE_LENGTH],
        },
        safe="@",
        quote_via=quote,
    )
    picture = segno.make(link, error="m", micro=False).svg_inline(border=4, omitsize=True, dark="#000", light="#fff")
    return PaymentView(
        address=seller.upi,
        price_text=format_rupees(deal.price_paise),
        seller_name=name,
        link=link,
        picture=picture,
    )
