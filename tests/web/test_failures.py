"""What a tab is told when a handler fails."""

import pytest

from marketplace.errors import Conflict, NotFound
from marketplace.web.failures import tell
from marketplace.web.meant import Meant, SignInFirst


def told(error: Exception) -> list[tuple[str, str]]:
    return [
        (spec.handler.fn.__name__, " ".join(str(value) for _name, value in spec.args)) for spec in tell(exception=error)
    ]


@pytest.mark.parametrize("error", [NotFound("Product not found"), Conflict("Taken meanwhile.")])
def test_an_expected_failure_is_told_in_its_own_words(error):
    [(handler, words)] = told(error)

    assert handler == "show"
    assert error.message in words


def test_an_unexpected_one_tells_nothing_of_itself():
    [(handler, words)] = told(RuntimeError("secret detail"))

    assert handler == "show"
    assert "secret" not in words


def test_a_missing_sign_in_is_told_and_asked_for():
    (first, words), (second, meant) = told(
        SignInFirst("Please login", Meant(name="state.save", payload={"ad_id": "1"}))
    )

    assert (first, second) == ("show", "ask")
    assert "Please login" in words
    assert "state.save" in meant
