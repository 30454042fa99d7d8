"""What messages resemble."""

import pytest

from marketplace.domain import trust
from marketplace.domain.trust import Said, model, normalise, rulebook


def codes(*texts: str, role: str = "buyer") -> list[str]:
    return [finding.code for finding in trust.check([Said(text, role) for text in texts])]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Scan this QR code and enter your PIN, the 9000 comes into your account", "qr_to_receive"),
        ("s c a n  this Q.R and u wil rec1eve 2400", "qr_to_receive"),
        ("QR code bheja hai, scan karo aur paise aapke account me aa jayenge", "qr_to_receive"),
        ("एक क्यूआर कोड भेजा है, उसको स्कैन कीजिए, आपके खाते में पैसे आ जाएंगे", "qr_to_receive"),
        ("Please share the 0TP which came on your mobile, the payment will be cancelled otherwise", "otp_or_pin"),
        ("Install AnyDesk and tell me the 9 digit code, I will fix your payment", "remote_access"),
        ("S-c-a-n t.h.i.s Q/R and r|e|c|e|i|v|e the m+o+n+e+y in your account", "qr_to_receive"),
        ("s c a n q r c o d e and the money comes into your account", "qr_to_receive"),
        ("t e l l m e t h e o t p and the money comes into your account", "otp_or_pin"),
        ("sᴄᴀɴ ᴛʜɪꜱ qʀ ᴀɴᴅ ᴇɴᴛᴇʀ ʏᴏᴜʀ ᴘɪɴ, ᴛʜᴇ ᴍᴏɴᴇʏ ᴄᴏᴍᴇꜱ ɪɴᴛᴏ ʏᴏᴜʀ ᴀᴄᴄᴏᴜɴᴛ", "qr_to_receive"),
        ("A n y D e s k download karke code batao, payment receive karwa dunga", "remote_access"),
        ("Pay the refundable token of Rs 5,000 first and then I will send the address, two others are waiting", "advance_payment"),
        ("गलती से 22,000 की जगह 32,000 भेज दिए, बाकी के दस हज़ार जल्दी वापस कर दीजिए", "overpayment_refund"),
    ],
)  # fmt: skip
def test_fraud_is_found(text, code):
    assert code in codes(text)


@pytest.mark.parametrize(
    "text",
    [
        "Hello, is the sofa still there?",
        "I can pay by UPI when we meet. You show me your QR and I scan it.",
        "The delivery OTP is for the courier at the door, I'll tell him when I have the box.",
        "We are an army family and sell before our posting. Come and see it on Sunday, cash or UPI.",
        "No advance please, come and see it first, then we sign the agreement and you pay the deposit.",
        "Kal 5 baje aa jaunga, dekh ke cash dunga",
        "कल शाम को आकर देख लूँगा, नकद दूँगा",
        "",
        "👍",
    ],
)
def test_honest_messages_are_left_alone(text):
    assert codes(text) == []


def test_only_what_the_sender_wrote_is_evidence():
    victim = [
        Said("Scan my QR code, enter your PIN and receive the money now", "buyer"),
        Said("OK, tomorrow at 5.", "seller"),
    ]
    assert trust.check(victim) == []


@pytest.mark.parametrize("text", ["", "👍"])
def test_a_message_without_words_is_not_judged_by_earlier_ones(text):
    assert codes("Scan this QR code and enter your PIN, the 9000 comes into your account", text) == []


def test_every_reason_says_what_it_was_found_by():
    texts = ("Scan this QR code and enter your PIN, the 9000 comes into your account", "Here it is")
    found = trust.check([Said(text, "buyer") for text in texts])
    assert found
    assert all(finding.evidence for finding in found)


def test_earlier_messages_of_the_sender_count():
    asked = "Pay the refundable token of Rs 5,000 first by this link, then I give the address"
    alone, after = (
        trust.check([Said("Decide in ten minutes, others ask too", "seller")]),
        trust.check([Said(asked, "seller"), Said("Decide in ten minutes, others ask too", "seller")]),
    )
    assert after
    assert len(after) >= len(alone)


def test_a_decision_says_what_matched():
    finding = trust.check([Said("Scan this QR code and you receive 9000 in your account", "buyer")])[0]
    assert finding.code == "qr_to_receive"
    assert any("scan" in each for each in finding.evidence)
    assert finding.weight > 0


@pytest.mark.parametrize(
    "text",
    ["scan qr " * 500, "a" * 4000, "a.b" * 1300, "@" * 4000, "1" * 4000, "प" * 4000, "o t p " * 600, "\u200b" * 4000],
)
def test_long_and_hostile_texts_are_read(text):
    trust.check([Said(text, "buyer")])


def test_the_work_grows_with_the_length():
    """Each word is compared with the phrases that begin with it, and the words are no more than the characters."""
    for unit in ("scan qr ", "o t p ", "a", "nine "):
        assert len(normalise.read(unit * 500)) <= len(unit * 500)
    assert len(normalise.read("scan " * 10_000)) <= normalise.MAX_TEXT


def test_every_reason_has_texts_in_both_languages():
    for code in rulebook.CODES:
        described = trust.describe(code)
        assert described
        assert described.title.isascii() or "₹" in described.title
        assert not described.title_hi.isascii()
        assert not described.advice_hi.isascii()
    assert trust.describe("gone") is None


def test_the_model_is_small():
    assert model.FILE.stat().st_size < 500_000
