"""Words of messages, in any script and disguise."""

import pytest

from marketplace.domain.trust import normalise


def keys(text: str) -> list[str]:
    return [word.key for word in normalise.read(text)]


@pytest.mark.parametrize(
    "text",
    [
        "otp",
        "OTP",
        "O T P",
        "o.t.p.",
        "O-T-P",
        "0 t p",
        "0TP",
        "0tp",
        "ОТР",
        "o\u200bt\u200bp",
        "O‌T‌P",
        "ｏｔｐ",
        "o★t★p",
        "οtp",
    ],
)
def test_disguised_words_are_read(text):
    assert keys(text) == ["otp"]


@pytest.mark.parametrize(
    ("one", "other"), [("paise bhejo", "पैसे भेजो"), ("jaldi karo", "जल्दी करो"), ("scan", "sc4n"), ("pleaaase", "please")]
)
def test_spellings_of_a_word_are_alike(one, other):
    assert keys(one) == keys(other)


def test_numbers_links_and_handles_are_classes():
    assert keys("1 rupaya, 15 or ₹14,500 at https://pay.example/x or me@bank.example") == [
        "@one", "rupaya", "@small", "or", "@number", "at", "@link", "or", "@handle",
    ]  # fmt: skip


def test_a_spelt_out_phone_number_is_a_phone_number():
    assert keys("call nine eight double zero one") == ["cal", "@phone"]
    assert keys("9876543210") == ["@phone"]


@pytest.mark.parametrize("text", ["98xxxxxx10", "9XXXXXXXXX", "98765xxxxx"])
def test_a_phone_number_with_hidden_digits_is_a_phone_number(text):
    assert keys(text) == ["@phone"]


@pytest.mark.parametrize("text", ["", "   ", "😀", "\u200b", "।।।", "@", "!!!"])
def test_texts_without_words(text):
    assert keys(text) == []


def test_the_written_form_is_kept_for_the_explanation():
    assert [word.written for word in normalise.read("0TP")] == ["0tp"]
