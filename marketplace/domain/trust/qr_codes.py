"""Reads the QR codes of a photo and tells what they ask for."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from marketplace.domain.trust import links, rulebook
from marketplace.domain.trust.normalise import is_link
from marketplace.domain.trust.schemas import Finding

if TYPE_CHECKING:
    from PIL import Image

# The first field of a payment code by the EMV standard (Bharat QR).
_EMV = "000201"
_SHOWN = 200


def read_codes(photo: "Image.Image") -> list[str]:
    """Return the texts of the QR codes in an upright photo; takes some milliseconds of CPU time."""
    # Loaded when the first photo is checked: most processes never need it.
    import zxingcpp

    codes = zxingcpp.read_barcodes(
        photo.convert("L"),
        formats=zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode]),
        # As apps get it: the default writes control characters as words, such as "<NUL>".
        text_mode=zxingcpp.TextMode.Plain,
    )
    return [code.text for code in codes]


def check_codes(texts: Iterable[str]) -> list[Finding]:
    """Tell what QR codes resemble: a request for a payment, or a link to a page that takes payments."""
    found: dict[str, Finding] = {}
    for written in texts:
        # Payment apps ignore invisible characters, which would also mislead moderators.
        text = "".join(filter(str.isprintable, written)).strip()
        if code := _judge(text):
            found.setdefault(code, Finding(code, (f"QR: {text[:_SHOWN]}",), 1.0))
    return list(found.values())


def _judge(text: str) -> str:
    if text.startswith(_EMV) or _find_scheme(text.lower()) in rulebook.get_domains().payment_schemes:
        return "qr_to_receive"
    link = links.read_link(text) if is_link(text.lower()) else None
    if link and (links.find_imitated(link.host) or links.asks_for_payment(link)):
        return "payment_link"
    return ""


def _find_scheme(text: str) -> str:
    """The scheme of an address; that of the app for an `intent:` address, which Android's browsers open."""
    if text.startswith("intent:"):
        return text.rpartition(";scheme=")[2].partition(";")[0]
    return text.partition(":")[0]
