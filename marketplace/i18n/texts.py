"""Translation of texts: every text that a person reads is passed through `t` or `tn`.

The English text is the message id (GNU gettext convention). Translations are in `locale/<language>/LC_MESSAGES`
as `marketplace.po`. `make texts` extracts the ids into `locale/marketplace.pot`.
"""

import gettext
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path

from marketplace.core.lines import Lines, one_line

_LOCALE = Path(__file__).parent / "locale"
language: ContextVar[str] = ContextVar("language", default="en")


@lru_cache
def _catalogue(code: str) -> gettext.NullTranslations:
    return gettext.translation("marketplace", _LOCALE, languages=[code], fallback=True)


def t(message: str, /, **values: object) -> str:
    """Translate a text into the current language.

    Args:
        message: the English text. It must be a literal or a constant of a `messages` module, so that it can be extracted.
        values: replacements for the `{names}` in the text, each on one line unless it is `Lines`.
    """
    text = _catalogue(language.get()).gettext(message) if message else ""
    return _fill(text, values) if values else _keep_lines(text)


def tn(one: str, many: str, count: int, /, **values: object) -> str:
    """Translate a text with a singular and a plural form.

    Args:
        one, many: the English singular and plural; they may contain `{count}`.
        count: the number that selects the form.
        values: replacements for other `{names}`, as for `t`.
    """
    text = _catalogue(language.get()).ngettext(one, many, count)
    return _fill(text, {"count": count, **values})


def _fill(text: str, values: dict[str, object]) -> str:
    for name, value in values.items():
        # What a person typed must not add lines that look like ours.
        if isinstance(value, str) and not isinstance(value, Lines):
            values[name] = one_line(value)
    return _keep_lines(text.format(**values))


def _keep_lines(text: str) -> str:
    # All line breaks are ours now.
    return Lines(text) if "\n" in text else text
