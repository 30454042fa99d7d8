"""Texts about the rules."""

CHANGED = "Rule changed"
UNDONE = "Change undone"
NO_RULE = "Rule not found"
BAD_WEIGHT = "The weight must be a number from 0 to 2."
AS_SHIPPED = "This rule was never changed."
BAD_DAYS = "The number of days must be from 1 to {most}."
