"""Lists of texts by category, each from a YAML file that people edit."""

from functools import lru_cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from marketplace.core.errors import ConfigurationError


class CategoryTextsError(ConfigurationError):
    """A file can't be read or has another form; the text is for the person who edited it."""


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class TextsOfCategory(_Form):
    """Texts for categories and subcategories with one of these words in their names."""

    words: list[str] = Field(min_length=1)
    texts: list[str] = Field(min_length=1)


class CategoryTexts(_Form):
    """The content of a file."""

    general: list[str] = Field(min_length=1)
    categories: list[TextsOfCategory] = []

    def list_special(self, *names: str) -> tuple[str, ...]:
        """List the texts of the first category that fits the last name, else the one before it, in English; none if no category does.

        Args:
            names: of the category and the subcategory: what is said of cameras holds before what is said of electronics.
        """
        fitting = (
            each.texts for name in reversed(names) for each in self.categories if _fits(each.words, name.casefold())
        )
        return tuple(next(fitting, ()))


@lru_cache
def load(path: Path) -> CategoryTexts:
    """Read a file, once.

    Raises:
        CategoryTextsError: it is missing, not YAML, or has another form.
    """
    try:
        return CategoryTexts.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise CategoryTextsError(f"{path} can't be read: {error.strerror}.") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise CategoryTextsError(f"{path} is not valid YAML.") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise CategoryTextsError(f"{path}: {place}: {first['msg']}.") from error


def _fits(words: list[str], name: str) -> bool:
    found = "".join(char if char.isalnum() else " " for char in name).split()
    return any(one in (word, f"{word}s", f"{word}es") for one in found for word in map(str.casefold, words))
