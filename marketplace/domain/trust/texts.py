"""What readers are told of a reason."""

from marketplace.domain.trust import model, rulebook
from marketplace.domain.trust.schemas import WarningView


def describe(code: str) -> WarningView | None:
    """Describe a reason; None for one that the rules no longer have."""
    rule = rulebook.get().rules.get(code)
    if rule is None:
        return None
    return WarningView(
        code=code, title=rule.title.en, advice=rule.advice.en, title_hi=rule.title.hi, advice_hi=rule.advice.hi
    )


def version() -> str:
    """The version of rules and model, kept with what they found."""
    return model.get().version


def load() -> None:
    """Read rules and model, so that a damaged file stops the start and not a message.

    Raises:
        RulesError: a file is missing or damaged.
    """
    rulebook.get()
    model.get()
