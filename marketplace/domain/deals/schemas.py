"""Read views of offers and deals."""

from datetime import datetime

from pydantic import Field

from marketplace.domain.display_names import title_case
from marketplace.domain.meetups import MeetupView, NextStep
from marketplace.domain.trust import WarningView
from marketplace.domain.views import Photo, View
from marketplace.models import DealStatus, OfferStatus


class OfferStepView(View):
    """A step in the history of an offer.

    Attributes:
        side: buyer, seller or site.
        action: offer, accept, decline, counter, withdraw or expire.
        message: empty for a party from which it is withheld.
        warnings: what a received message resembles, the strongest first; never set on the reader's own.
    """

    side: str
    action: str
    price_paise: int
    price_text: str
    message: str = ""
    warnings: tuple[WarningView, ...] = ()
    created_at: datetime


class OfferView(View):
    """An offer, as one of its parties or an admin sees it.

    Attributes:
        price_paise: the price named last, by either party.
        asked_text: the price of the ad, empty if it has none any more.
        bounds_text: the lowest and highest price that is accepted: "From ₹4,000 to ₹20,000".
        expires_text: for display, in the site's time zone.
        moves: the actions the reader may take now: accept, decline, counter, withdraw.
        in_line: whether the ad is reserved for another buyer.
        message, warnings: the message of the last step, and what it resembles.
        deal_id: the deal that the accepted offer became.
        mine: whether the reader is the buyer.
        cover: the first photo of the ad.
    """

    id: str
    ad_id: str
    ad_name: str
    ad_display_name: str = Field(default_factory=lambda view: title_case(view["ad_name"]))
    buyer_id: str
    buyer_name: str
    seller_id: str
    seller_name: str
    price_paise: int
    price_text: str
    asked_text: str = ""
    bounds_text: str = ""
    status: OfferStatus
    expires_at: datetime
    expires_text: str
    moves: tuple[str, ...] = ()
    in_line: bool = False
    message: str = ""
    warnings: tuple[WarningView, ...] = ()
    deal_id: str = ""
    mine: bool = False
    cover: Photo | None = None
    history: tuple[OfferStepView, ...] = ()
    created_at: datetime


class PaymentView(View):
    """How the buyer of a deal can pay by UPI.

    Attributes:
        address: the seller's UPI address.
        link: `upi://pay?...`, which opens an app on a phone.
        picture: the same as a QR code, an SVG document.
    """

    address: str
    price_text: str
    seller_name: str
    link: str
    picture: str


class DealView(View):
    """A deal, as one of its parties or an admin sees it.

    Attributes:
        reserved_text, ended_text: for display, in the site's time zone.
        code: the handover code, for the buyer of an active deal only.
        attempts_left: how often the seller may still try the current code.
        meetup: the newest proposal, without one whose place is withheld from the reader.
        reason: why it was cancelled, empty for a party from which it is withheld; `ended_by` is buyer, seller or site.
        warnings: what the reason resembles, if the other party wrote it.
        moves: the actions the reader may take now: meetup, confirm_meetup, late, here, cancel, handover, new_code.
        mine: whether the reader is the buyer.
        other_name: the other party; empty for an admin.
        cover: the first photo of the ad.
    """

    id: str
    ad_id: str
    ad_name: str
    ad_display_name: str = Field(default_factory=lambda view: title_case(view["ad_name"]))
    offer_id: str
    buyer_id: str
    buyer_name: str
    seller_id: str
    seller_name: str
    price_paise: int
    price_text: str
    status: DealStatus
    reserved_until: datetime
    reserved_text: str
    meetup: MeetupView | None = None
    next_step: NextStep
    other_name: str = ""
    code: str = ""
    attempts_left: int = 0
    reason: str = ""
    warnings: tuple[WarningView, ...] = ()
    ended_by: str = ""
    ended_at: datetime | None = None
    ended_text: str = ""
    moves: tuple[str, ...] = ()
    mine: bool = False
    cover: Photo | None = None
    created_at: datetime


class OfferChoice(View):
    """A suggested price below the price of an ad."""

    percent: int
    rupees: str = Field(description="for the price field, without signs: 15300")
    text: str = Field(description="for display: ₹15,300")


class OfferTerms(View):
    """The data of the form for an offer.

    Attributes:
        bounds_text: the lowest and highest price that is accepted, for display.
        live_offer_id: the reader's live offer for the ad, empty if there is none.
        deal_id: the reader's active deal for the ad, empty if there is none.
    """

    ad_id: str
    asked_text: str
    bounds_text: str
    choices: tuple[OfferChoice, ...] = ()
    live_offer_id: str = ""
    deal_id: str = ""
