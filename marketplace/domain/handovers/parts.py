"""The parts that photos of a condition record show, by category, from `condition_parts.yaml`."""

from pathlib import Path

from marketplace.domain import category_texts
from marketplace.domain.handovers import messages

FILE = Path(__file__).with_name("condition_parts.yaml")


def load() -> category_texts.CategoryTexts:
    """Read the parts, once.

    Raises:
        CategoryTextsError: the file is damaged.
    """
    return category_texts.load(FILE)


def list_parts(*names: str) -> tuple[str, ...]:
    """List the parts of an ad in English.

    Args:
        names: of its category and subcategory.
    """
    found = load()
    return (*(found.list_special(*names) or found.general), messages.OTHER_PART)
