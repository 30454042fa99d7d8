"""Safety tips for a handover, by category, from `safety_tips.yaml`."""

from functools import lru_cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from marketplace.core.errors import ConfigurationError

FILE = Path(__file__).with_name("safety_tips.yaml")


class SafetyTipsError(ConfigurationError):
    """The file of the tips can't be read or lacks the expected structure; the text is for the person who edited it."""


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class CategoryTips(_Form):
    """Tips for categories and subcategories with one of these words in their names."""

    words: list[str] = Field(min_length=1)
    tips: list[str] = Field(min_length=1)


class SafetyTips(_Form):
    """The content of the file."""

    general: list[str] = Field(min_length=1)
    categories: list[CategoryTips] = []


def load(path: Path = FILE) -> SafetyTips:
    """Read the tips.

    Raises:
        SafetyTipsError: the file is missing, not YAML, or lacks the expected structure.
    """
    try:
        return SafetyTips.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise SafetyTipsError(f"{path} can't be read: {error.strerror}.") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise SafetyTipsError(f"{path} is not valid YAML.") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise SafetyTipsError(f"{path}: {place}: {first['msg']}.") from error


@lru_cache(maxsize=1)
def _get() -> SafetyTips:
    return load()


def list_tips(*names: str) -> tuple[str, ...]:
    """List the tips for an ad in English, those of its category first.

    Args:
        names: of its category and subcategory.
    """
    found, name = _get(), " ".join(names).casefold()
    special = next((each.tips for each in found.categories if _fits(each.words, name)), [])
    return (*special, *found.general)


def _fits(words: list[str], name: str) -> bool:
    found = "".join(char if char.isalnum() else " " for char in name).split()
    return any(one in (word, f"{word}s", f"{word}es") for one in found for word in map(str.casefold, words))
