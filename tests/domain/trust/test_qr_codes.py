"""QR codes in photos."""

import pytest
from PIL import Image

from benchmarks import trust_photos
from marketplace.domain import trust


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("upi://pay?pa=shop@okaxis&am=4500", "qr_to_receive"),
        ("UPI://PAY?pa=x@y", "qr_to_receive"),
        ("phonepe://pay?pa=x", "qr_to_receive"),
        ("00020101021226580014", "qr_to_receive"),
        ("\ufeffupi://pay?pa=x@y", "qr_to_receive"),
        ("intent://pay?pa=x@ybl#Intent;scheme=upi;package=com.phonepe.app;end", "qr_to_receive"),
        ("upiglobal://pay?pa=x", "qr_to_receive"),
        ("https://paytm-refund.xyz/a", "payment_link"),
        ("www.paytm-refund.xyz", "payment_link"),
        ("paytm-refund.xyz/a", "payment_link"),
        ("https://rzp.io/l/abc", "payment_link"),
        ("https://example.com/claim/42", "payment_link"),
    ],
)
def test_payments_are_a_reason(text, code):
    assert [finding.code for finding in trust.check_codes([text, text])] == [code]


@pytest.mark.parametrize(
    "text",
    ["", "Hello", "WIFI:S:home;T:WPA;P:secret;;", "https://example.com/manual", "BEGIN:VCARD", "8901234567890", "https://",
     "javascript:alert(1)", "x" * 3_000, "intent://scan/#Intent;scheme=zxing;end", "www.example.com/manual"],
)  # fmt: skip
def test_other_codes_are_none(text):
    assert trust.check_codes([text]) == []


def test_photos_without_a_code_have_none():
    assert trust.read_codes(Image.new("RGB", (1, 1))) == []
    assert trust.read_codes(Image.new("RGB", (640, 480), "white")) == []


def test_codes_are_read_in_photos_as_people_make_them():
    named = list(trust_photos.draw_pictures(30))
    pictures = [picture for _, picture in named]
    read = trust_photos.count_read(pictures, 40)
    assert sum(read.values()) >= trust_photos.GOAL_READ * 40
    assert [trust.read_codes(trust_photos.store(picture)) for picture in pictures if trust.read_codes(picture)] == []
