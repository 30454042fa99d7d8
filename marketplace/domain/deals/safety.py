"""Safety tips for a handover, by category, from `safety_tips.yaml`."""

from pathlib import Path

from marketplace.domain import category_texts

FILE = Path(__file__).with_name("safety_tips.yaml")


def load() -> category_texts.CategoryTexts:
    """Read the tips, once.

    Raises:
        CategoryTextsError: the file is damaged.
    """
    return category_texts.load(FILE)


def list_tips(*names: str) -> tuple[str, ...]:
    """List the tips for an ad in English, those of its category first.

    Args:
        names: of its category and subcategory.
    """
    found = load()
    return (*found.list_special(*names), *found.general)
