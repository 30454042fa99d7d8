"""Admins' changes of the shipped rules: a factor of the weights, or a rule turned off. Applied to the rules of the package."""

from dataclasses import dataclass
from functools import lru_cache

from marketplace.domain.trust import rulebook
from marketplace.domain.trust.rulebook import Rule, Rulebook

SHIPPED_WEIGHT = 1.0
MAX_WEIGHT = 2.0


@dataclass(frozen=True, order=True)
class RuleChange:
    """The live values of a changed rule.

    Attributes:
        code: the rule's reason.
        weight: factor of the weights of its patterns; 1 is as shipped.
        number: how often the rule was changed.
    """

    code: str
    enabled: bool = True
    weight: float = SHIPPED_WEIGHT
    number: int = 0


# A few sets are in use at a time: the live one and those that admins try.
@lru_cache(maxsize=8)
def apply(changes: tuple[RuleChange, ...]) -> Rulebook:
    """Return the rules of the package with these changes. A change of a rule that is no longer shipped has no effect."""
    shipped = rulebook.get()
    known = {change.code: change for change in changes if change.code in shipped.rules}
    if not known:
        return shipped
    rules = {code: _scale(rule, known[code].weight) if code in known else rule for code, rule in shipped.rules.items()}
    return Rulebook(
        rules=rules,
        meanings=shipped.meanings,
        disabled=frozenset(code for code, change in known.items() if not change.enabled),
        changes=sum(change.number for change in known.values()),
    )


def _scale(rule: Rule, factor: float) -> Rule:
    patterns = tuple(pattern.model_copy(update={"weight": pattern.weight * factor}) for pattern in rule.patterns)
    return rule.model_copy(update={"patterns": patterns})
