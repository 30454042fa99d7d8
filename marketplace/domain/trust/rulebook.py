"""The rules as data: one YAML file for each reason, and the list of words. Read and checked once."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from marketplace.core.errors import ConfigurationError
from marketplace.domain.trust.meanings import Meanings

FOLDER = Path(__file__).parent / "rules"
WORDS = "words.yaml"
DOMAINS = "domains.yaml"
CODES = (
    "qr_to_receive", "payment_link", "otp_or_pin", "remote_access", "advance_payment", "overpayment_refund", "fake_payment_proof",
    "small_test_payment", "official_impersonation", "courier_pickup", "off_platform", "pressure",
)  # fmt: skip


class RulesError(ConfigurationError):
    """The rules are missing or wrong; the sentence names the file."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Text(_Part):
    """A text for readers, in both languages."""

    en: str = Field(min_length=1)
    hi: str = Field(min_length=1)


class Pattern(_Part):
    """Meanings that together are a sign of fraud, or of honesty if the weight is negative.

    Attributes:
        all: every one of these is in what the sender wrote; at least one of them in the newest message.
        any: at least one of these is, if there are any.
        none: none of these is in the newest message.
        sender: who has to be the sender, if it matters.
        weight: what it adds to the score of the reason.
    """

    all: tuple[str, ...] = Field(min_length=1)
    any: tuple[str, ...] = ()
    none: tuple[str, ...] = ()
    sender: Literal["buyer", "seller"] | None = None
    weight: Annotated[float, Field(ge=-2, le=2)]


class Rule(_Part):
    """One reason: what readers are told, and the patterns that speak for it."""

    title: Text
    advice: Text
    patterns: tuple[Pattern, ...] = Field(min_length=1)


class Domains(_Part):
    """Well-known domains.

    Attributes:
        brands: name of a payment app, marketplace or courier, with its real domains, the best known first.
        payment: domains of pages that take payments.
        payment_schemes: schemes of addresses that open a payment app.
        payment_words: words in addresses of such pages.
    """

    brands: Mapping[str, Annotated[tuple[str, ...], Field(min_length=1)]]
    payment: frozenset[str]
    payment_schemes: frozenset[str]
    payment_words: frozenset[str]


class Rulebook(_Part):
    """All rules and words.

    Attributes:
        disabled: reasons that are not given and don't add to the suspicion.
        changes: how many changes of admins are in it.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True, frozen=True)

    rules: Mapping[str, Rule]
    meanings: Meanings
    disabled: frozenset[str] = frozenset()
    changes: int = 0


def load(folder: Path = FOLDER) -> Rulebook:
    """Read the rules of a folder.

    Raises:
        RulesError: a file is missing, not YAML, or does not have the form of a rule.
    """
    words = _read(folder / WORDS)
    if not isinstance(words, dict) or not all(isinstance(texts, str) for texts in words.values()):
        raise RulesError(f"{folder / WORDS} is not a list of phrases for each meaning.")
    listed = {str(name): [text.strip() for text in texts.split(",") if text.strip()] for name, texts in words.items()}
    rules = {code: _load_rule(folder / f"{code}.yaml", listed) for code in CODES}
    return Rulebook(rules=rules, meanings=Meanings.make(listed))


@lru_cache(maxsize=1)
def get() -> Rulebook:
    """The rules of the package, read once."""
    return load()


@lru_cache(maxsize=1)
def get_domains() -> Domains:
    """The well-known domains of the package, read once.

    Raises:
        RulesError: the file is missing, not YAML, or lacks the expected structure.
    """
    path = FOLDER / DOMAINS
    try:
        return Domains.model_validate(_read(path))
    except ValidationError as error:
        raise _make_error(path, error) from error


def _load_rule(path: Path, meanings: Mapping[str, object]) -> Rule:
    try:
        rule = Rule.model_validate(_read(path))
    except ValidationError as error:
        raise _make_error(path, error) from error
    for pattern in rule.patterns:
        for meaning in (*pattern.all, *pattern.any, *pattern.none):
            if meaning not in meanings:
                raise RulesError(f"{path} names the meaning {meaning}, which {WORDS} does not have.")
    return rule


def _make_error(path: Path, error: ValidationError) -> RulesError:
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"]))
    return RulesError(f"{path}: {place or 'the file'}: {first['msg']}.")


def _read(path: Path) -> object:
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RulesError(f"{path} can't be read: {error.strerror}.") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise RulesError(f"{path} is not valid YAML.") from error
