"""What sellers do with wanted ads: see those that fit their ads, and offer one of them."""

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, NotFound, RuleBroken
from marketplace.domain import chat
from marketplace.domain.chat import MessageView
from marketplace.domain.display_names import title_case
from marketplace.domain.paging import EVERYTHING, Page, Window, make_page
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


def answer(db: Session, actor: Actor, wanted_id: str, ad_id: str) -> MessageView:
    """Offer one of the caller's fitting ads, once: the buyer gets a message about it in the chat.

    Raises:
        NotSignedIn, Forbidden: not a seller.
        NotFound: no wanted ad that the caller sees.
        RuleBroken: not a live ad of the caller that fits.
        Conflict: this ad was offered already.
        TooMany: too many messages this minute.
    """
    seller_id = actor.require(AccountKind.SELLER, message=t(messages.LOGIN_AS_SELLER))
    wanted = queries.find_visible(db, seller_id, wanted_id, clock.now()) if ids.is_id(wanted_id) else None
    if wanted is None:
        raise NotFound(t(messages.NOT_FOUND))
    fitting = {listing.ad_id: listing for listing, _ in queries.list_fitting(db, seller_id, [wanted.id])[wanted.id]}
    if (listing := fitting.get(ad_id)) is None:
        raise RuleBroken(t(messages.NOT_FITTING))
    try:
        with db.begin_nested():
            db.add(WantedAnswer(wanted_id=wanted.id, ad_id=listing.ad_id))
    except IntegrityError:
        raise Conflict(t(messages.OFFERED_ALREADY)) from None
    price = format_price(listing.price_paise, listing.price_unit)
    # The chat shows the ad of a message with a link to it. A link in the text resembles those of frauds.
    text = t(messages.OFFER_TEXT, title=wanted.title, ad=", ".join(filter(None, (title_case(listing.name), price))))
    return chat.send(db, actor, wanted.owner_id, text, ad_id=listing.ad_id)
