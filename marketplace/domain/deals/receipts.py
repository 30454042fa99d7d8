"""Receipts of finished deals as PDF."""

from pathlib import Path

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict
from marketplace.domain.deals import messages, reservations
from marketplace.domain.deals.schemas import DealView
from marketplace.domain.site_time import format_time
from marketplace.i18n.texts import t
from marketplace.models import DealStatus
from marketplace.settings import get_settings

# Latin, Devanagari and the rupee sign in one file; the fonts of PDF itself have Latin only.
_FONT = Path(__file__).parent / "fonts" / "lohit-devanagari.ttf"
_FAMILY = "lohit"
_LABEL_MM = 45
_LINE_MM = 9


def get_receipt(db: Session, actor: Actor, deal_id: str) -> bytes:
    """Return the receipt of a finished deal as PDF; for its parties.

    Raises:
        NotSignedIn, NotFound: no such deal, or not a party.
        Conflict: the deal is not done.
    """
    deal = reservations.get_deal(db, actor, deal_id)
    if deal.status is not DealStatus.DONE:
        raise Conflict(t(messages.NOT_DONE))
    return _draw(deal)


def _draw(deal: DealView) -> bytes:
    # Loaded with the first receipt, since it brings Pillow and numpy: few processes ever draw one.
    from fpdf import FPDF

    settings = get_settings()
    page = FPDF(format="A4")
    page.add_font(_FAMILY, fname=_FONT)
    # By default the shaper uses the script of the first letter, which would break Hindi words after English ones.
    page.set_text_shaping(True, script="deva")
    page.set_title(t(messages.RECEIPT))
    page.set_creator(settings.site_name)
    page.set_creation_date(deal.ended_at)
    page.set_margin(20)
    page.add_page()
    page.set_font(_FAMILY, size=12)
    page.cell(0, _LINE_MM, settings.site_name, new_x="LMARGIN", new_y="NEXT")
    page.set_font(_FAMILY, size=24)
    page.cell(0, 2 * _LINE_MM, t(messages.RECEIPT), new_x="LMARGIN", new_y="NEXT")
    page.set_font(_FAMILY, size=12)
    for label, value in (
        (messages.RECEIPT_PRODUCT, deal.ad_display_name),
        (messages.RECEIPT_PRICE, deal.price_text),
        (messages.RECEIPT_BUYER, deal.buyer_name),
        (messages.RECEIPT_SELLER, deal.seller_name),
        (messages.RECEIPT_AGREED, format_time(deal.created_at)),
        (messages.RECEIPT_HANDED_OVER, deal.ended_text),
        (messages.RECEIPT_NUMBER, deal.id),
    ):
        page.cell(_LABEL_MM, _LINE_MM, t(label))
        page.multi_cell(0, _LINE_MM, value, align="L", new_x="LMARGIN", new_y="NEXT")
    page.ln(_LINE_MM)
    page.set_font(_FAMILY, size=10)
    page.multi_cell(0, _LINE_MM - 3, t(messages.RECEIPT_NOTE, site=settings.site_name), align="L")
    return bytes(page.output())
