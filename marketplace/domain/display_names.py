"""Names as pages and mails show them."""

import re
from functools import lru_cache

from marketplace.models import Account

_WORD = re.compile(r"\S+")


def of_account(account: Account) -> str:
    """Return the seller's shop name if there is one, else the account's name."""
    return of_names(account.shop_name, account.name)


def of_names(shop_name: str, name: str) -> str:
    """Like `of_account`, from columns."""
    return shop_name or name


def location(place: str, city: str, state: str) -> str:
    """Join place, city and state; a name that repeats, as of Delhi in Delhi, stands once. Empty if all are missing."""
    return ", ".join(dict.fromkeys(filter(None, (place, city, state))))


def short_location(place: str, city: str, state: str) -> str:
    """Join the first two parts of a location, which fit on a line of a card."""
    return ", ".join(list(dict.fromkeys(filter(None, (place, city, state))))[:2])


@lru_cache(maxsize=4096)
def title_case(name: str) -> str:
    """Capitalize the words of an ad's name, except words with a capital or a digit: iPhone, i20, 55-inch."""
    return _WORD.sub(_capitalize, name)


def _capitalize(word: re.Match[str]) -> str:
    text = word[0]
    if any(sign.isupper() or sign.isnumeric() for sign in text):
        return text
    first = next((at for at, sign in enumerate(text) if sign.isalpha()), len(text))
    capital = text[first : first + 1].title()
    # A letter such as "ß" has no single capital.
    return text[:first] + capital + text[first + 1 :] if len(capital) == 1 else text
