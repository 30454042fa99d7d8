"""Safety tips come from a file that people edit."""

import pytest

from marketplace.domain.deals import safety


def test_tips_of_the_category_come_first():
    tips, general = safety.list_tips("Mobiles & Tablets", "Smartphones"), safety.list_tips("Something new")
    assert "IMEI" in " ".join(tips[: -len(general)])
    assert tips[-len(general) :] == general == tuple(safety.load().general)


def test_a_home_appliance_is_no_home():
    assert "Agree beforehand on who carries it" in " ".join(safety.list_tips("Home Appliances", "Cooling"))


@pytest.mark.parametrize("name", ["Catering", "Carpets", "Education", ""])
def test_words_do_not_fit_parts_of_others(name):
    assert safety.list_tips(name) == tuple(safety.load().general)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("general: []", "general"),
        ("tips: [a]", "tips|general"),
        ("general: [a]\ncategories:\n  - words: [car]", "categories.0.tips"),
        ("general: [", "not valid YAML"),
        ("", "the file"),
    ],
)
def test_a_damaged_file_stops_the_start_with_a_sentence(tmp_path, text, sentence):
    file = tmp_path / "tips.yaml"
    file.write_text(text)
    with pytest.raises(safety.SafetyTipsError, match=sentence):
        safety.load(file)
    with pytest.raises(safety.SafetyTipsError, match="can't be read"):
        safety.load(tmp_path / "none.yaml")
