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
