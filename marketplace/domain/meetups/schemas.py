"""Read views of meetups."""

from datetime import datetime

from marketplace.domain.trust import WarningView
from marketplace.domain.views import View


class MeetupView(View):
    """Where and when two people meet, as one of them or an admin sees it.

    Attributes:
        number: of the proposal; confirming names it, so that nobody agrees to what they have not seen.
        at_text: for display, in the time zone of the deal or rental.
        proposed_by: buyer or seller.
        mine: whether the reader proposed it.
        warnings: what the place resembles, if the other party named it.
        own_text, other_text: what the reader and the other party said on the way; empty if nothing.
    """

    number: int
    place: str
    at: datetime
    at_text: str
    proposed_by: str
    mine: bool = False
    confirmed: bool = False
    buyer_late_minutes: int = 0
    seller_late_minutes: int = 0
    buyer_here: bool = False
    seller_here: bool = False
    own_text: str = ""
    other_text: str = ""
    warnings: tuple[WarningView, ...] = ()


class NextStep(View):
    """What happens next in a deal or rental.

    Attributes:
        who: whose turn it is: you, other, both; empty if nothing is left to do, or for an admin.
        until_text: by when, or from when on, as a sentence; empty without a time.
    """

    title: str
    text: str = ""
    who: str = ""
    until_text: str = ""


class MeetupHelp(View):
    """Help to agree on a meetup.

    Attributes:
        places: localities near both.
        tips: safety tips, those for the category first.
        earliest, latest: the times that can be proposed, for a control of type `datetime-local`.
        suggested: the time with which that control begins; empty for none.
    """

    places: tuple[str, ...] = ()
    tips: tuple[str, ...] = ()
    earliest: str = ""
    latest: str = ""
    suggested: str = ""
