"""The catalogue of texts: every sentence a person reads passes through `t`.

The English text is the message id (GNU gettext convention); translations lie in `locale/<language>/LC_MESSAGES`
as `marketplace.po`. `make texts` extracts the ids into `locale/marketplace.pot`.
"""

import gettext
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path

_LOCALE = Path(__file__).parent / "locale"
language: ContextVar[str] = ContextVar("language", default="en")


@lru_cache
def _catalogue(code: str) -> gettext.NullTranslations:
    return gettext.translation("marketplace", _LOCALE, languages=[code], fallback=True)


def t(message: str, /, **values: object) -> str:
    """The text in the current language, its `{names}` filled in.

    Args:
        message: the English text, a literal, so that it can be extracted.
        values: what stands for the names in braces.
    """
    text = _catalogue(language.get()).gettext(message) if message else ""
    return text.format(**values) if values else text


def tn(one: str, many: str, count: int, /, **values: object) -> str:
    """The text in the singular or plural that `count` asks for; `{count}` may stand in it."""
    text = _catalogue(language.get()).ngettext(one, many, count)
    return text.format(count=count, **values)
