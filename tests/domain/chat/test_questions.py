"""chat.list_questions"""

import pytest

from marketplace.domain import chat
from marketplace.models import AdType

_FIRST = "Is it still available?"


@pytest.mark.parametrize("ad_type", AdType)
def test_every_type_has_questions_that_begin_with_the_availability(ad_type: AdType):
    questions = chat.list_questions(ad_type, "Sofa")
    assert questions[0] == _FIRST
    assert len(questions) == 4


def test_what_was_asked_is_not_offered_again():
    assert _FIRST not in chat.list_questions("sell", "Sofa", [chat.make_greeting("Sofa")])
    assert _FIRST not in chat.list_questions("sell", "Sofa", [_FIRST])
    left = chat.list_questions("sell", "Sofa", [chat.make_greeting("Sofa"), "What is your best price?"])
    assert left == ("Where can I see it?", "Can you send more photos?")


def test_nothing_is_offered_after_words_of_their_own():
    assert chat.list_questions("sell", "Sofa", ["I have a van"]) == ()
    assert chat.list_questions("sell", "Sofa", [chat.make_greeting("Chair")]) == ()


def test_an_unknown_type_has_none():
    assert chat.list_questions("swap", "Sofa", ["Hello"]) == ()
