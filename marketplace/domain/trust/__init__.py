"""Warns the recipient of a chat message that resembles fraud.

A message passes through these modules in order: `normalise` reads its words, `meanings` finds what they mean, `features` names
what the model sees, `shield` weighs rules (`rulebook`) and model (`model`) and gives the reasons, `texts` describes them.
"""

from marketplace.domain.trust.languages import is_hindi
from marketplace.domain.trust.rulebook import RulesError
from marketplace.domain.trust.schemas import WarningView
from marketplace.domain.trust.shield import Finding, Said, check
from marketplace.domain.trust.texts import describe, load, version

__all__ = ["Finding", "RulesError", "Said", "WarningView", "check", "describe", "is_hindi", "load", "version"]
