"""Questions that buyers send with one tap at the beginning of a chat about an ad."""

from collections.abc import Iterable

from marketplace.domain.chat import messages
from marketplace.i18n.texts import t


def make_greeting(ad_name: str) -> str:
    """Return the message that 'Chat Now' sends; it asks the first question."""
    return t(messages.GREETING, name=ad_name)


def list_questions(ad_type: str, ad_name: str, sent: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the questions about an ad that the buyer has not sent, the most useful first.

    Args:
        ad_type: sell, rent or lease.
        sent: the buyer's messages about the ad. None is left once the buyer has written words of their own.
    """
    questions = [t(question) for question in messages.QUESTIONS.get(ad_type, ())]
    greeting = make_greeting(ad_name)
    asked = {questions[0] if questions and text == greeting else text for text in sent}
    return tuple(question for question in questions if question not in asked) if asked <= set(questions) else ()
