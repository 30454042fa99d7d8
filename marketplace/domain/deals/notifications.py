"""Notifications about offers and deals: one in the page and most with a mail, each in the transaction of the event."""

from collections.abc import Mapping, Sequence

from sqlmodel import Session

from marketplace.core.lines import lines, quote
from marketplace.core.money import format_rupees
from marketplace.domain import accounts, content, display_names
from marketplace.domain.deals import messages, queries
from marketplace.domain.site_time import format_time
from marketplace.i18n.texts import t
from marketplace.models import Deal, DealSide, Offer

PURPOSE = "deal"


def notify(
    db: Session,
    row: Offer | Deal,
    to: DealSide,
    kind: str,
    *,
    word: str = "",
    until: str = "",
    link: str = "",
    files: Sequence[Mapping[str, str]] = (),
    more: Mapping[str, object] | None = None,
    occasion: str = "",
) -> None:
    """Notify one party of an event of an offer or a deal.

    Args:
        kind: a key of `content.messages.NOTICES`, and of `messages.MAILS` if a mail is sent.
        word: the other party's message, for the mail.
        until: until when the ad is reserved, for texts that say so.
        link: path on this site; empty for the conversation of the two.
        files: for the mail.
        more: other values of the texts.
        occasion: as for `content.notify`.
    """
    buyer, seller = accounts.get_account(db, row.buyer_id), accounts.get_account(db, row.seller_id)
    receiver, other = (buyer, seller) if to is DealSide.BUYER else (seller, buyer)
    values = {
        "name": display_names.title_case(queries.list_versions_shown(db, [row.ad_id])[row.ad_id].name),
        "other": display_names.of_account(other),
        "price": format_rupees(row.price_paise),
        "until": until,
        **(more or {}),
    }
    mail = None
    if kind in messages.MAILS:
        subject, said = messages.MAILS[kind]
        words = {"to": receiver.name, "said": t(said, **values), "word": lines("", quote(word), "") if word else ""}
        mail = content.Mail((subject, messages.MAIL_TEXT), PURPOSE, words, files)
    link = link or conversation_link(row, to)
    about = {"about_id": other.id, "ad_id": row.ad_id, "occasion": occasion}
    content.tell(db, receiver, kind, mail, values=values, link=link, **about)


def deal_link(deal: Deal) -> str:
    """Path of the page of the deal."""
    return f"/deals/{deal.id}"


def conversation_link(row: Offer | Deal, side: DealSide) -> str:
    """Path of the conversation in which this side sees the offer or deal."""
    if side is DealSide.BUYER:
        return f"/user/messages?seller={row.seller_id}&ad={row.ad_id}"
    return f"/seller/messages?user={row.buyer_id}"


def reserved_text(deal: Deal) -> str:
    """Until when the ad is reserved, for display."""
    return format_time(deal.reserved_until)
