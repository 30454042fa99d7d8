"""The table of effects: what every event does to everything that depends on its subject.

A dependent is what somebody has because of an ad, a category or an account. The rule behind the table: what a person was
promised ends only with a notice and a mail that say why and what to do; what a person only looks at is hidden; what a person
stored follows. A test creates each dependent, fires each event and compares.
"""

from collections.abc import Mapping
from enum import StrEnum

from marketplace.domain.effects.events import Event


class Dependent(StrEnum):
    """What can depend on the subject of an event, in the order in which effects take place.

    The strongest claim comes first: a person hears of an occasion once, by what it means most to them.
    """

    DEAL = "deal"
    MEETUP = "meetup"
    BOOKING = "booking"
    RENTAL_MEETUP = "arranged"
    RENTAL = "rental"
    DEPOSIT = "deposit"
    ENQUIRY = "enquiry"
    OFFER = "offer"
    REVIEW = "review"
    WISHLIST = "wishlist"
    SEARCH = "search"
    PRICE_ALERT = "alert"
    FOLLOW = "follow"
    WANTED = "wanted"
    CONVERSATION = "talk"
    DRAFT = "draft"
    APPEAL = "appeal"
    REPORT = "report"
    CASE = "case"
    FEATURED = "featured"
    STATISTICS = "statistics"
    INDEX = "index"
    CACHE = "cache"
    SITEMAP = "sitemap"
    PHOTOS = "photos"
    NOTICES = "notices"


class Effect(StrEnum):
    """What an event does to a dependent, as a word of the table."""

    ENDS = "ends"
    """It ends, and whoever did not act is told why."""
    TELLS = "told"
    """It stays, and its owner is told."""
    ALERTS = "alerted"
    """It stays, and the job that announces ads tells its owner, by what it means most to them."""
    REFUSES = "refused"
    """The event is refused while it exists."""
    FOLLOWS = "follows"
    """It refers to the new state."""
    DROPS = "dropped"
    """It goes without a word: it belongs to the one who acts, or promised nothing."""
    HIDES = "hidden"
    """It stays, but is not shown, and causes no notice, while this lasts."""
    DERIVES = "derived"
    """It is computed from its subject whenever it is read, or in the same transaction."""
    KEEPS = "kept"
    """It stays as it is, and nobody is told."""
    NONE = "-"
    """The event can't meet it."""


# What two people agreed or said, and what moderators decide.
_BETWEEN_PEOPLE = """
                     deal    meetup  booking arranged rental  deposit enquiry offer   review  talk    report  appeal  case    draft
ad_submitted         kept    kept    kept    kept     kept    kept    kept    kept    kept    kept    kept    ends    derived dropped
ad_approved          -       -       -       -        -       -       -       -       -       -       -       -       -       kept
ad_rejected          kept    kept    kept    kept     kept    kept    kept    kept    kept    kept    kept    -       derived kept
ad_price_changed     kept    kept    kept    kept     kept    kept    kept    ends    kept    kept    kept    -       derived kept
ad_price_removed     ends    ends    -       -        -       -       -       ends    kept    kept    kept    -       derived kept
ad_left_sale         ends    ends    -       -        -       -       -       ends    kept    kept    kept    -       derived kept
ad_left_rent         -       -       ends    ends     kept    kept    ends    -       kept    kept    kept    -       derived kept
ad_unit_changed      -       -       kept    kept     kept    kept    kept    -       kept    kept    kept    -       derived kept
ad_refiled           kept    kept    kept    kept     kept    kept    kept    kept    kept    kept    kept    -       derived kept
ad_moved             kept    kept    kept    kept     kept    kept    kept    kept    kept    kept    kept    -       derived kept
ad_paused            kept    kept    kept    kept     kept    kept    kept    kept    kept    kept    kept    kept    derived kept
ad_reserved          refused refused kept    kept     kept    kept    kept    told    kept    kept    kept    kept    derived kept
ad_in_deal           refused refused -       -        -       -       -       told    kept    kept    kept    kept    derived kept
ad_expired           kept    kept    kept    kept     kept    kept    kept    ends    kept    kept    kept    kept    derived kept
ad_sold              refused refused ends    ends     kept    kept    ends    ends    kept    kept    kept    ends    derived kept
ad_sold_by_deal      -       -       -       -        -       -       -       ends    kept    kept    kept    ends    derived kept
ad_relisted          -       -       -       -        -       -       -       -       kept    kept    kept    -       derived kept
ad_deleted           ends    ends    ends    ends     kept    kept    ends    ends    kept    kept    kept    ends    derived dropped
ad_taken_down        ends    ends    ends    ends     kept    kept    ends    ends    kept    kept    kept    ends    derived kept
ad_reassigned        ends    ends    ends    ends     kept    kept    ends    ends    kept    kept    kept    ends    derived dropped
category_archived    kept    kept    kept    kept     kept    kept    kept    kept    kept    kept    kept    kept    derived follows
category_renamed     kept    kept    kept    kept     kept    kept    kept    kept    kept    kept    kept    kept    derived kept
subcategory_archived kept    kept    kept    kept     kept    kept    kept    kept    kept    kept    kept    kept    derived follows
subcategory_renamed  kept    kept    kept    kept     kept    kept    kept    kept    kept    kept    kept    kept    derived kept
field_archived       kept    kept    kept    kept     kept    kept    kept    kept    kept    kept    kept    kept    derived kept
field_required       kept    kept    kept    kept     kept    kept    kept    kept    kept    kept    kept    kept    derived kept
option_removed       kept    kept    kept    kept     kept    kept    kept    kept    kept    kept    kept    kept    derived kept
seller_suspended     ends    ends    ends    ends     kept    kept    ends    ends    kept    kept    kept    kept    derived kept
seller_restored      -       -       -       -        -       -       -       -       kept    kept    kept    ends    derived kept
seller_deleted       ends    ends    ends    ends     told    told    ends    ends    kept    kept    kept    ends    derived dropped
buyer_suspended      ends    ends    ends    ends     kept    kept    ends    ends    kept    kept    kept    kept    derived -
buyer_restored       -       -       -       -        -       -       -       -       kept    kept    kept    ends    derived -
buyer_deleted        ends    ends    ends    ends     told    told    ends    ends    kept    kept    kept    ends    derived -
renamed              derived derived derived derived  derived derived derived derived derived derived derived derived derived kept
blocked              kept    kept    kept    kept     kept    kept    hidden  hidden  kept    hidden  kept    kept    derived -
unblocked            kept    kept    kept    kept     kept    kept    derived derived kept    kept    kept    kept    derived -
second_account       refused -       refused -        -       -       refused refused -       refused refused -       -       -
"""

# What people keep to look at and to be told of, and what the site derives.
_KEPT = """
                     wishlist search  alert   follow  wanted  featured statistics index   cache   sitemap photos  notices
ad_submitted         kept     kept    kept    kept    kept    kept     derived    derived derived derived kept    kept
ad_approved          -        alerted -       alerted alerted derived  derived    derived derived derived kept    kept
ad_rejected          kept     kept    kept    kept    kept    kept     derived    derived derived derived kept    kept
ad_price_changed     alerted  alerted alerted alerted derived kept     derived    derived derived derived kept    kept
ad_price_removed     kept     kept    kept    kept    derived kept     derived    derived derived derived kept    kept
ad_left_sale         kept     alerted follows kept    derived kept     derived    derived derived derived kept    kept
ad_left_rent         kept     alerted follows kept    derived kept     derived    derived derived derived kept    kept
ad_unit_changed      kept     alerted follows kept    derived kept     derived    derived derived derived kept    kept
ad_refiled           kept     alerted kept    kept    derived kept     derived    derived derived derived kept    kept
ad_moved             kept     alerted kept    kept    derived kept     derived    derived derived derived kept    kept
ad_paused            hidden   hidden  hidden  kept    hidden  hidden   derived    derived derived derived kept    kept
ad_reserved          kept     kept    kept    kept    kept    kept     derived    derived derived derived kept    kept
ad_in_deal           kept     kept    kept    kept    kept    kept     derived    derived derived derived kept    kept
ad_expired           hidden   hidden  hidden  kept    hidden  hidden   derived    derived derived derived kept    kept
ad_sold              told     hidden  hidden  kept    hidden  dropped  derived    derived derived derived kept    kept
ad_sold_by_deal      told     hidden  hidden  kept    hidden  dropped  derived    derived derived derived kept    kept
ad_relisted          told     alerted kept    kept    derived -        derived    derived derived derived kept    kept
ad_deleted           hidden   hidden  hidden  kept    hidden  dropped  derived    derived derived derived hidden  kept
ad_taken_down        hidden   hidden  hidden  kept    hidden  dropped  derived    derived derived derived kept    kept
ad_reassigned        kept     alerted kept    kept    derived kept     derived    derived derived derived kept    kept
category_archived    kept     follows kept    kept    follows kept     derived    derived derived derived kept    kept
category_renamed     kept     kept    kept    kept    derived kept     derived    derived derived derived kept    kept
subcategory_archived kept     follows kept    kept    follows kept     derived    derived derived derived kept    kept
subcategory_renamed  kept     kept    kept    kept    derived kept     derived    derived derived derived kept    kept
field_archived       kept     follows kept    kept    kept    kept     derived    derived derived derived kept    kept
field_required       kept     kept    kept    kept    kept    kept     derived    derived derived derived kept    kept
option_removed       kept     follows kept    kept    kept    kept     derived    derived derived derived kept    kept
seller_suspended     hidden   hidden  hidden  hidden  hidden  hidden   derived    derived derived derived kept    kept
seller_restored      derived  alerted kept    derived derived derived  derived    derived derived derived kept    kept
seller_deleted       hidden   hidden  hidden  dropped hidden  dropped  derived    derived derived derived dropped kept
buyer_suspended      kept     kept    kept    kept    hidden  -        derived    derived derived derived kept    kept
buyer_restored       kept     kept    kept    kept    derived -        derived    derived derived derived kept    kept
buyer_deleted        dropped  dropped dropped dropped dropped -        derived    derived derived derived hidden  kept
renamed              derived  kept    kept    follows derived -        derived    derived derived derived kept    kept
blocked              hidden   hidden  hidden  hidden  hidden  -        derived    derived derived derived kept    kept
unblocked            derived  derived derived derived derived -        derived    derived derived derived kept    kept
second_account       refused  hidden  hidden  refused hidden  -        derived    -       -       -       -       -
"""


def _read(*tables: str) -> Mapping[Event, Mapping[Dependent, Effect]]:
    found: dict[Event, dict[Dependent, Effect]] = {}
    for table in tables:
        header, *lines = table.strip().splitlines()
        dependents = [Dependent(name) for name in header.split()]
        for line in lines:
            event, *effects = line.split()
            pairs = zip(dependents, map(Effect, effects), strict=True)
            found.setdefault(Event(event), {}).update(pairs)
    return {
        event: {dependent: row[dependent] for dependent in Dependent if dependent in row}
        for event, row in found.items()
    }


# Every pair is decided: there is no default.
TABLE = _read(_BETWEEN_PEOPLE, _KEPT)
