"""Warns the recipient of a chat message that resembles fraud.

A message passes through these modules in order: `normalise` reads its words, `meanings` finds what they mean, `features` names
what the model sees, `shield` weighs rules (`rulebook`) and model (`model`) and gives the reasons, `texts` describes them.
`check_ad` reads the text of an ad, sentence by sentence, with the same rules.
`links` reads the links of a message, `qr_codes` the codes in a photo. Admins change the rules in `rule_admin`; `changes` applies
their changes to the shipped ones.
"""

from marketplace.domain.trust.languages import is_hindi
from marketplace.domain.trust.links import Link, find_imitated, find_links, read_link, split_text
from marketplace.domain.trust.qr_codes import check_codes, read_codes
from marketplace.domain.trust.replays import Trials, replay
from marketplace.domain.trust.rule_admin import (
    LEAST_DAYS,
    change_rule,
    get_live_rules,
    list_rules,
    plan_change,
    undo_rule,
)
from marketplace.domain.trust.rulebook import Rulebook
from marketplace.domain.trust.schemas import Finding, ReasonView, Replay, Replayed, RuleReplay, RuleView, WarningView
from marketplace.domain.trust.shield import Said, check, check_ad
from marketplace.domain.trust.texts import describe, load, version
