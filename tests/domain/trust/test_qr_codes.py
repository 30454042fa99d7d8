"""QR codes in photos."""

import io

import pytest
import segno
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


def picture_of(payload: str | bytes) -> Image.Image:
    with io.BytesIO() as buffer:
        segno.make(payload, micro=False).save(buffer, kind="png", scale=4)
        return Image.open(buffer).convert("RGB")


@pytest.mark.parametrize("before", ["\n", "\r\n\t", " \n", "\x00", "\x1b", "\u200b", "\u202e"])
def test_unseen_characters_hide_no_payment(before):
    [text] = trust.read_codes(picture_of(f"{before}upi://pay?pa=x@y"))
    [finding] = trust.check_codes([text])
    assert (finding.code, finding.evidence) == ("qr_to_receive", ("QR: upi://pay?pa=x@y",))


@pytest.mark.parametrize("payload", [b"\xff\xfe\x80", b"upi://\xc3\x28", b"\xed\xa0\x80", b"\x00", b"\x93\x5f"])
def test_any_bytes_are_read(payload):
    for finding in trust.check_codes(trust.read_codes(picture_of(payload))):
        assert finding.evidence[0].isprintable()


def test_evidence_is_short_and_has_no_control_characters():
    [finding] = trust.check_codes(["upi://pay?\n\x1b[31m\u202e\x00\ud800" + "x" * 2_000])
    assert finding.evidence[0].startswith("QR: upi://pay?[31mxxx")
    assert len(finding.evidence[0]) <= 204
