"""Texts about the rules."""

CHANGED = "The rule is changed"
UNDONE = "The change is undone"
NO_RULE = "Rule not found"
BAD_WEIGHT = "The weight must be a number from 0 to 2."
AS_SHIPPED = "This rule was never changed."
BAD_DAYS = "The number of days must be from 1 to {most}."
