"""Decides what a message resembles."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from marketplace.domain.trust import features, links, model, rulebook
from marketplace.domain.trust.model import SUSPICION, Model
from marketplace.domain.trust.normalise import Word, read
from marketplace.domain.trust.rulebook import CODES, Pattern, Rulebook
from marketplace.domain.trust.schemas import Finding

# A message is suspicious from the first score on; a reason is given from the second on, and the best one always.
SUSPICIOUS_FROM, REASON_FROM = 0.34, -0.2
# How much of the model's doubt about earlier messages stays.
_MEMORY = 0.8
# How much of the strongest pattern counts for suspicion, which the model decides mostly.
_SHARE_OF_RULES = 0.6
# Number of meanings or words that are named where no pattern matched.
_MOST_EVIDENCE = 3
# Length of an address in the evidence, and number of addresses of each kind.
_SHOWN = 200
_MOST_OF_A_KIND = 5
MOST_ADDRESSES = 2 * _MOST_OF_A_KIND
# The reason for links, and the weight of a domain that imitates another or of an address that opens a payment app.
_LINK_CODE, _LINK_WEIGHT = "payment_link", 1.0
_SENTENCE_END = re.compile(r"\n|(?<=[.!?।])\s")


@dataclass(frozen=True)
class Said:
    """A message of the conversation; `role` is "buyer", "seller", or "ad" for a sentence of an ad's text."""

    text: str
    role: str


@dataclass(frozen=True)
class Reading:
    """A message as rules and model see it.

    Attributes:
        meanings, together: the meanings of the message, and with those of the sender's messages before it, each with its words.
    """

    words: list[Word]
    meanings: dict[str, str]
    together: dict[str, str]
    features: set[str]
    role: str


def read_messages(said: Sequence[Said], rules: Rulebook) -> list[Reading]:
    """Read the messages of the last one's sender, oldest first. What the other side wrote is no evidence."""
    role = said[-1].role
    readings: list[Reading] = []
    earlier: dict[str, str] = {}
    for message in said:
        if message.role != role:
            continue
        words = rules.meanings.split_spelt(read(message.text))
        found = rules.meanings.find(words)
        seen = features.extract(words, found, earlier, role=role)
        earlier = earlier | found
        readings.append(Reading(words, found, earlier, seen, role))
    return readings


def check(said: Sequence[Said], *, rules: Rulebook | None = None, trained: Model | None = None) -> list[Finding]:
    """Tell what the newest message resembles, the strongest reason first.

    Args:
        said: the conversation so far, newest last. Only messages of the newest one's sender count.
        rules, trained: other rules and another model than the package's.
    """
    rules, trained = rules or rulebook.get(), trained or model.get()
    by_links = _check_links(said[-1].text)
    others = [each for each in _check_words(said, rules, trained) if not by_links or each.code != _LINK_CODE]
    return [each for each in (*by_links, *others) if each.code not in rules.disabled]


def check_ad(text: str, *, rules: Rulebook | None = None) -> list[Finding]:
    """Tell what sentences of an ad's text resemble, the strongest reason first, each once."""
    found: dict[str, Finding] = {}
    for sentence in filter(str.strip, _SENTENCE_END.split(text)):
        for finding in check([Said(sentence, "ad")], rules=rules):
            if finding.code not in found or finding.weight > found[finding.code].weight:
                found[finding.code] = finding
    return sorted(found.values(), key=_by_weight)


def _by_weight(finding: Finding) -> float:
    return -finding.weight


def _check_links(text: str) -> list[Finding]:
    """Warn of links to domains that imitate a well-known one, and of addresses that open a payment app.

    Either is enough by itself, without any suspicious words.
    """
    imitations = [f"IMITATION: {host} of {real}" for host, real in links.list_imitations(text).items()]
    requests = [f"PAYMENT: {address[:_SHOWN]}" for address in links.list_requests(text)]
    evidence = (*imitations[:_MOST_OF_A_KIND], *requests[:_MOST_OF_A_KIND])
    return [Finding(_LINK_CODE, evidence, _LINK_WEIGHT)] if evidence else []


def _check_words(said: Sequence[Said], rules: Rulebook, trained: Model) -> list[Finding]:
    readings = read_messages(said, rules)
    if not readings[-1].words:
        return []
    scores = [trained.score(reading.features) for reading in readings]
    suspicion = [_suspicion(*each, rules) for each in zip(readings, scores, strict=True)]
    newest = readings[-1]
    doubt = _MEMORY * min(max([0.0, *suspicion[:-1]]), 1.0)
    # Innocent messages are weighed as well, so that senders can't tell warned ones by the time that they take.
    found = sorted((_weigh(code, newest, scores[-1][code], rules, trained) for code in CODES), key=_by_weight)
    if suspicion[-1] + doubt < SUSPICIOUS_FROM:
        return []
    return [each for place, each in enumerate(found) if place == 0 or each.weight >= REASON_FROM]


def _suspicion(reading: Reading, scores: Mapping[str, float], rules: Rulebook) -> float:
    by_rules = max(
        (
            pattern.weight
            for code, rule in rules.rules.items()
            if code not in rules.disabled
            for pattern in _matching(rule.patterns, reading)
        ),
        default=0.0,
    )
    return scores[SUSPICION] + _SHARE_OF_RULES * by_rules


def _weigh(code: str, reading: Reading, score: float, rules: Rulebook, trained: Model) -> Finding:
    matched = list(_matching(rules.rules[code].patterns, reading))
    weight = score + max((pattern.weight for pattern in matched), default=0.0)
    telling = [meaning for pattern in matched for meaning in pattern.all] or sorted(
        reading.meanings, key=lambda meaning: -trained.weights[code].get(f"c:{meaning}", 0)
    )[:_MOST_EVIDENCE]
    evidence = tuple(f"{meaning}: {reading.together[meaning]}" for meaning in dict.fromkeys(telling))
    return Finding(code, evidence or _heaviest_words(reading, trained), round(weight, 3))


def _heaviest_words(reading: Reading, trained: Model) -> tuple[str, ...]:
    """The words of a message that make it most suspicious to the model."""
    weights = trained.weights[SUSPICION]
    heaviest = sorted(reading.words, key=lambda word: -weights.get(f"w:{word.key}", 0))
    return tuple(dict.fromkeys(word.written for word in heaviest))[:_MOST_EVIDENCE]


def _matching(patterns: Iterable[Pattern], reading: Reading) -> Iterable[Pattern]:
    here, together = reading.meanings.keys(), reading.together.keys()
    for pattern in patterns:
        if (
            pattern.sender in (None, reading.role)
            and not here.isdisjoint(pattern.all)
            and all(meaning in together for meaning in pattern.all)
            and (not pattern.any or not together.isdisjoint(pattern.any))
            and here.isdisjoint(pattern.none)
        ):
            yield pattern
