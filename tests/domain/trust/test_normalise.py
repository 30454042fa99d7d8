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
        "o|t|p",
        "o/t/p",
        "[o+t+p]",
        "o\ufe0ft\ufe0fp",
        "o\u3164tp",
        "o\U000e0020tp",
        "o\u034ft\u17b4p",
        "0\ufe0f\u20e3TP",
        "ᴏᴛᴘ",
        "🅞🅣🅟",
        "🅾🆃🅿",
    ],
)
def test_disguised_words_are_read(text):
    assert keys(text) == ["otp"]


@pytest.mark.parametrize(
    ("one", "other"), [("paise bhejo", "पैसे भेजो"), ("jaldi karo", "जल्दी करो"), ("scan", "sc4n"), ("pleaaase", "please")]
)
def test_spellings_of_a_word_are_alike(one, other):
    assert keys(one) == keys(other)


@pytest.mark.parametrize("text", ["ΡΙΝ", "p-i-n", "P_I_N", "pi\u180en"])
def test_a_disguised_pin_is_read(text):
    assert keys(text) == ["pin"]


def test_capitals_are_read_by_their_shape():
    assert keys("ΑΝΥ ΗΟΝΕΥ") == keys("any honey")


def test_words_that_are_written_apart_stay_words():
    assert keys("s-c-a-n t.h.e q/r") == keys("scan the qr")
    assert keys("पि-न-को-ड") == keys("पिनकोड")


@pytest.mark.parametrize("text", ["9-8-7-6-5-4-3-2-1-0", "9️⃣8️⃣7️⃣6️⃣5️⃣4️⃣3️⃣2️⃣1️⃣0️⃣"])
def test_digits_that_are_written_apart_are_a_phone_number(text):
    assert "@phone" in keys(text)


@pytest.mark.parametrize(
    ("text", "read"), [("1-2-3", ["@one", "@small", "@small"]), ("a/c", ["ac"]), ("b-2-c", ["b", "@small", "c"])]
)
def test_other_short_parts_are_left_alone(text, read):
    assert keys(text) == read


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
