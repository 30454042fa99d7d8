"""What two people meet for: a deal, or a stage of a rental."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from marketplace.models import Deal, DealSide, Enquiry, RentalStage


@dataclass(frozen=True, slots=True)
class Meeting:
    """A deal or a stage of a rental, with what its notifications and its calendar file say.

    Attributes:
        stage: of the rental; None for a deal.
        earliest, latest: between which times the two can meet.
        zone: in which times are typed and shown.
        ad_name: for display.
        link: path of the page of the deal or rental.
        uid, description: of the calendar event.
        over: the deal or the stage has ended, so that the calendar file cancels the event.
    """

    trade: Deal | Enquiry
    earliest: datetime
    latest: datetime
    zone: ZoneInfo
    ad_name: str
    link: str
    uid: str
    description: str
    stage: RentalStage | None = None
    over: bool = False

    def id_of(self, side: DealSide) -> str:
        """The account of one side."""
        return self.trade.buyer_id if side is DealSide.BUYER else self.trade.seller_id


def other_side(side: DealSide) -> DealSide:
    """The side of the other party."""
    return DealSide.SELLER if side is DealSide.BUYER else DealSide.BUYER
