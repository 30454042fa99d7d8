"""Links of messages: the domain they really lead to, and domains that imitate others."""

import pytest

from marketplace.domain import trust
from marketplace.domain.trust import links, rulebook, shield


@pytest.mark.parametrize(
    ("written", "domain"),
    [
        ("https://example.com/a?b=1#c", "example.com"),
        ("www.shop.example.co.in", "example.co.in"),
        ("https://paytm.com.secure-pay.xyz/claim", "secure-pay.xyz"),
        ("https://paytm.com@evil.xyz/x", "evil.xyz"),
        ("https://evil.xyz\\@paytm.com", "evil.xyz"),
        ("http://paytm.com%2eevil.xyz", "evil.xyz"),
        ("https://paytm.com。evil.xyz", "evil.xyz"),
        ("https://exa\u200bmple.com", "example.com"),
        ("https://shop.web.app/", "shop.web.app"),
        ("https://раураl.com/", "xn--l-7sba6dbr.com"),
        ("http://127.0.0.1:8080/a", "127.0.0.1"),
        ("HTTPS://EXAMPLE.COM", "example.com"),
    ],
)
def test_a_link_shows_the_domain_that_browsers_open(written, domain):
    [link] = trust.find_links(f"Look at {written} please")
    assert link.domain == domain
    assert trust.read_link(link.url) == link


@pytest.mark.parametrize(
    "text",
    ["", "javascript:alert(1)", "data://x,y", "ftp://example.com", "https://", "https://[::1]/", "https://x.com:99999/",
     "me@example.com", "ok.thanks", "3.5 lakh", "https://a b", "://", "https://\x00", "http://" + "a" * 5_000 + ".com"],
)  # fmt: skip
def test_other_texts_are_no_links(text):
    assert not trust.find_links(text) or trust.find_links(text)[0].url.startswith(("http://", "https://"))
    assert "".join(piece.text for piece in trust.split_text(text)) == text


def test_the_pieces_of_a_text_are_the_text():
    text = "(see https://example.com/a). क्लिक:https://example.in/b। www.example.org, ok?\n"
    pieces = trust.split_text(text)
    assert "".join(piece.text for piece in pieces) == text
    assert [piece.link.domain for piece in pieces if piece.link] == ["example.com", "example.in", "example.org"]


@pytest.mark.parametrize(
    ("host", "real"),
    [
        ("paytm-refund.xyz", "paytm.com"),
        ("paytrn.com", "paytm.com"),
        ("phonpe.com", "phonepe.com"),
        ("phonepe.com.secure-pay.xyz", "phonepe.com"),
        ("xn--pytm-53d.com", "paytm.com"),
        ("amaz0n.in", "amazon.in"),
        ("flipkrat.com", "flipkart.com"),
        ("olx-delivery.online", "olx.in"),
        ("olxpay.in", "olx.in"),
        ("paytm.web.app", "paytm.com"),
        ("indiapost-track.in", "indiapost.gov.in"),
        ("g00gle-pay.com", "google.com"),
        ("axis-bank.xyz", "axisbank.com"),
        ("bhim-upi.xyz", "bhimupi.org.in"),
        ("sbi-kyc.in", "sbi.co.in"),
        ("hdfc-rewards.com", "hdfcbank.com"),
        ("whatsapp-pay.xyz", "whatsapp.com"),
        ("facebook-marketplace.xyz", "facebook.com"),
    ],
)
def test_imitations_are_found(host, real):
    assert links.find_imitated(host) == real


@pytest.mark.parametrize(
    "host",
    ["paytm.com", "pay.paytm.com", "olx.in", "drive.google.com", "youtube.com", "reporter.org", "wa.me", "amazing.com",
     "example.com", "127.0.0.1", "localhost", "clear.in", "maps.app.goo.gl", "kotak.com", "retail.sbi.bank.in",
     "sbicard.com", "m.facebook.com", "bhim-stores.in"],
)  # fmt: skip
def test_real_and_other_domains_are_none(host):
    assert links.find_imitated(host) is None


def test_no_real_domain_imitates_another():
    domains = [domain for real in rulebook.get_domains().brands.values() for domain in real]
    assert [domain for domain in domains if links.find_imitated(f"www.{domain}")] == []


def test_a_message_with_an_imitation_is_warned_of_by_the_link_alone():
    found = trust.check([trust.Said("Here it is: https://paytm-refund.xyz/a", "buyer")])
    assert found[0].code == "payment_link"
    assert found[0].evidence == ("IMITATION: paytm-refund.xyz of paytm.com",)
    assert len({finding.code for finding in found}) == len(found)
    assert trust.check([trust.Said("The manual is at https://example.com/sofa.pdf", "seller")]) == []


@pytest.mark.parametrize(
    "text",
    ["👉HTTPS://PAYTM-REFUND.XYZ/a", "visit:paytm-refund.xyz", "paytm-kyc.icu", "open paytm-kyc.sbs now", "paytm-refund .xyz",
     "paytm-refund[.]xyz", "paytm-refund dot xyz", "paytm-refund (dot) xyz", "paytm-refund。xyz", "hxxps://paytm-refund.xyz",
     "paytm-refund.xyz,olx-pay.in", "https://example.com/?to=paytm-refund.xyz"],
)  # fmt: skip
def test_an_imitation_is_found_where_no_browser_would_see_a_link(text):
    [first, *_] = trust.check([trust.Said(text, "buyer")])
    assert first.code == "payment_link"
    assert "IMITATION: paytm-" in first.evidence[0]


@pytest.mark.parametrize(
    "text",
    [
        "paytm.do",
        "paytm.na",
        "olx.pe dekha tha",
        "paytm.kya hai",
        "shop@axisbank",
        "Paytm. Me too",
        "paytm-1.jpg",
        "phonepe.pe bhejo",
    ],
)
def test_other_words_with_the_name_of_a_brand_are_no_imitation(text):
    assert not [
        finding for finding in trust.check([trust.Said(text, "seller")]) if "IMITATION" in str(finding.evidence)
    ]


@pytest.mark.parametrize(
    "text", ["upi://pay?pa=x@ybl&am=5000", "Here: UPI://pay?pa=x", "phonepe://pay?pa=x", "up\u200bi://pay?pa=x"]
)
def test_a_link_that_opens_a_payment_app_is_warned_of_by_itself(text):
    [first, *_] = trust.check([trust.Said(text, "buyer")])
    assert first.code == "payment_link"
    assert first.evidence[0].startswith("PAYMENT: ")


def test_a_disabled_rule_warns_of_no_link():
    disabled = rulebook.get().model_copy(update={"disabled": frozenset({"payment_link"})})
    for text in ("Here it is: https://paytm-refund.xyz/a", "upi://pay?pa=x"):
        assert "payment_link" not in [
            finding.code for finding in trust.check([trust.Said(text, "buyer")], rules=disabled)
        ]


HARMLESS = " ".join(f"https://example{number}.com" for number in range(100))


@pytest.mark.parametrize("bad", ["https://paytm-refund.xyz/a", "upi://pay?pa=x@ybl", "paytm-refund (dot) xyz"])
def test_harmless_links_hide_no_bad_one(bad):
    [first, *_] = trust.check([trust.Said(f"{HARMLESS} {bad}", "buyer")])
    assert first.code == "payment_link"
    assert "example" not in str(first.evidence)


def test_the_first_links_of_a_text_are_shown_as_links():
    text = f"{HARMLESS} and more"
    pieces = trust.split_text(text)
    assert "".join(piece.text for piece in pieces) == text
    assert [piece.link.domain for piece in pieces if piece.link] == [
        f"example{number}.com" for number in range(links.MAX_LINKS)
    ]
    assert pieces[-1].text.endswith("https://example99.com and more")
    assert len(trust.find_links(text)) == links.MAX_LINKS


def test_the_evidence_names_a_few_addresses():
    text = " ".join(f"paytm-{number}.xyz upi://pay?pa=x{number}" for number in range(100))
    [first, *_] = trust.check([trust.Said(text, "buyer")])
    assert len(first.evidence) == shield.MOST_ADDRESSES
    kinds = {evidence.partition(":")[0] for evidence in first.evidence}
    assert kinds == {"IMITATION", "PAYMENT"}


@pytest.mark.parametrize(
    "host",
    ["a" * 64 + ".com", ".".join(["abc"] * 70) + ".com", "ж" * 64 + ".com", ".".join(["жжж"] * 70) + ".com"],
)
def test_names_that_dns_does_not_have_are_no_links(host):
    assert trust.read_link(f"https://{host}/a") is None
    assert trust.find_links(host) == []


def test_a_name_as_long_as_dns_has_them_is_a_link():
    host = ".".join(["a" * 63] * 3) + ".example.com"
    assert trust.read_link(host) == links.Link(f"https://{host}", host, "example.com")
    padded = ".".join(["a" * 60] * 3) + ".paytm-refund.xyz"
    [first, *_] = trust.check([trust.Said(f"https://{'x' * 2_000}@{padded}", "buyer")])
    assert first.code == "payment_link"
