"""Safety tips come from a file that people edit."""

import pytest

from marketplace.domain.deals import safety


def test_tips_of_the_category_come_first():
    tips, general = safety.list_tips("Mobiles & Tablets", "Smartphones"), safety.list_tips("Something new")
    assert "IMEI" in " ".join(tips[: -len(general)])
    assert tips[-len(general) :] == general == tuple(safety.load().general)


@pytest.mark.parametrize(
    ("subcategory", "word"), [("Cameras", "shutter"), ("Televisions & Projectors", "remote"), ("Audio", "sound")]
)
def test_what_is_no_phone_gets_no_advice_about_phones(subcategory: str, word: str):
    tips = " ".join(safety.list_tips("TV, Audio & Cameras", subcategory))
    assert word in tips
    assert "IMEI" not in tips
    assert "signed out" not in tips


def test_a_home_appliance_is_no_home():
    assert "Agree beforehand on who carries it" in " ".join(safety.list_tips("Home Appliances", "Cooling"))


@pytest.mark.parametrize("name", ["Catering", "Carpets", "Education", ""])
def test_words_do_not_fit_parts_of_others(name):
    assert safety.list_tips(name) == tuple(safety.load().general)
