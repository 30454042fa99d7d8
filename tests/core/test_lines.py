"""What a person typed adds no line to a text."""

import pytest

from marketplace.core.lines import Lines, lines, one_line, quote
from marketplace.i18n.texts import t, tn

BREAKS = ["\n", "\r\n", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]


@pytest.mark.parametrize("end", [*BREAKS, "\r", "\0", "\t", "\x1b", "\x7f", "\x9b", "".join(BREAKS)])
def test_breaks_and_control_characters_become_a_space(end):
    assert one_line(f"a{end}b") == "a b"


def test_other_characters_stay():
    text = "क्ष 👩\u200d👩\u200d👧 \u202eא\u00a0\u3000  b"
    assert one_line(text) == text


def test_only_lines_keep_their_lines():
    made = lines("a\nb", lines("c", "d"), between="\n\n")
    assert made == "a b\n\nc\nd"
    assert isinstance(made, Lines)


def test_each_line_is_quoted():
    assert quote("a\r\n\nb\u2028c\0d") == "> a\n>\n> b\n> c d"


class TestValues:
    def test_typed_values_stay_on_one_line(self):
        assert t("Hello {name},", name="Asha\n\nYour account") == "Hello Asha Your account,"
        assert tn("{count} ad of {name}", "{count} ads of {name}", 2, name="A\u2028B") == "2 ads of A B"

    def test_lines_keep_their_lines(self):
        assert t("The reason:\n{reason}", reason=quote("one\ntwo")) == "The reason:\n> one\n> two"

    def test_a_text_with_lines_of_ours_may_be_a_value(self):
        assert t("{said} Bye", said=t("One\ntwo {name}", name="A\nB")) == "One\ntwo A B Bye"
