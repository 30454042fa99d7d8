"""The texts of a warning, and the version of the rules that gave it."""

from marketplace.domain.trust import model, rulebook
from marketplace.domain.trust.rulebook import Rulebook
from marketplace.domain.trust.schemas import WarningView


def describe(code: str) -> WarningView | None:
    """Describe a reason; None for one that the rules no longer have."""
    rule = rulebook.get().rules.get(code)
    if rule is None:
        return None
    return WarningView(
        code=code, title=rule.title.en, advice=rule.advice.en, title_hi=rule.title.hi, advice_hi=rule.advice.hi
    )


def version(rules: Rulebook | None = None) -> str:
    """Return the version of rules and model, stored with each finding; the number of the admins' changes follows a period."""
    shipped = model.get().version
    return f"{shipped}.{rules.changes}" if rules and rules.changes else shipped


def load() -> None:
    """Read rules and model, so that a damaged file stops the start and not a message.

    Raises:
        RulesError: a file is missing or damaged.
    """
    rulebook.get()
    rulebook.get_domains()
    model.get()
