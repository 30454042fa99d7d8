"""What sellers do with wanted ads: see those that fit their ads, and offer one of them."""

from dataclasses import dataclass

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, NotFound, RuleBroken
from marketplace.db.database import read_only
from marketplace.domain import chat
from marketplace.domain.chat import MessageView
from marketplace.domain.display_names import title_case
from marketplace.domain.once import stores_once
from marketplace.domain.paging import EVERYTHING, Page, Window, make_page
from marketplace.domain.phases import Finish, run_first_phase, two_phase
from marketplace.domain.price_units import format_price
from marketplace.domain.wanted import messages, queries, views
from marketplace.domain.wanted.schemas import MatchingWanted
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, WantedAnswer


def list_matching(db: Session, actor: Actor, *, window: Window = EVERYTHING) -> Page[MatchingWanted]:
    """List the live wanted ads that a live ad of the caller fits, newest first, each with these ads.

    Raises:
        NotSignedIn, Forbidden: not a seller.
    """
    seller_id = actor.require(AccountKind.SELLER, message=t(messages.LOGIN_AS_SELLER))
    rows, total = queries.list_visible(db, seller_id, clock.now(), window)
    fitting = queries.list_fitting(db, seller_id, [row.id for row in rows])
    items = views.make_matching(db, rows, fitting)
    return make_page(items, total, window)


@stores_once
@two_phase
def answer(actor: Actor, wanted_id: str, ad_id: str) -> Finish[MessageView]:
    """Offer one of the caller's fitting ads, once: the buyer gets a message about it in the chat.

    Raises:
        NotSignedIn, Forbidden: not a seller.
        NotFound: no wanted ad that the caller sees.
        RuleBroken: not a live ad of the caller that fits.
        Conflict: this ad was offered already.
        TooMany: too many messages this minute.
    """
    actor.require(AccountKind.SELLER, message=t(messages.LOGIN_AS_SELLER))
    with read_only() as db:
        offer = _find_offer(db, actor, wanted_id, ad_id)
    finish_message = run_first_phase(chat.send, lambda: actor, offer.buyer_id, offer.text, ad_id=ad_id)

    def finish(db: Session, actor: Actor) -> MessageView:
        _find_offer(db, actor, wanted_id, ad_id)
        try:
            with db.begin_nested():
                db.add(WantedAnswer(wanted_id=wanted_id, ad_id=ad_id))
        except IntegrityError:
            raise Conflict(t(messages.OFFERED_ALREADY)) from None
        return finish_message(db, actor)

    return finish


@dataclass(frozen=True, slots=True)
class _Offer:
    """The message that offers an ad to the owner of a wanted ad."""

    buyer_id: str
    text: str


def _find_offer(db: Session, actor: Actor, wanted_id: str, ad_id: str) -> _Offer:
    seller_id = actor.require(AccountKind.SELLER, message=t(messages.LOGIN_AS_SELLER))
    wanted = queries.find_visible(db, seller_id, wanted_id, clock.now()) if ids.is_id(wanted_id) else None
    if wanted is None:
        raise NotFound(t(messages.NOT_FOUND))
    fitting = queries.list_fitting(db, seller_id, [wanted.id])[wanted.id]
    listing, is_offered = next((found for found in fitting if found[0].ad_id == ad_id), (None, False))
    if listing is None:
        raise RuleBroken(t(messages.NOT_FITTING))
    if is_offered:
        raise Conflict(t(messages.OFFERED_ALREADY))
    price = format_price(listing.price_paise, listing.price_unit)
    # The chat shows the ad of a message with a link to it. A link in the text resembles those of frauds.
    text = t(messages.OFFER_TEXT, title=wanted.title, ad=", ".join(filter(None, (title_case(listing.name), price))))
    return _Offer(wanted.owner_id, text)
