"""Tells Hindi from English, in either script."""

import re

_DEVANAGARI = re.compile("[\u0900-\u097f]")
_WORD = re.compile("[a-z]+")
_HINGLISH = frozenset(
    """
    hai hain ka ki ke ko se mein aap aapka aapke apna apne mai main mera mere nahi nahin kya karo karke kar bhej bhejo bhi pe paise paisa ek
    kal aaj abhi jaldi lekin aur bhai didi ji tha thi raha rahi rahe hu hun ho gaya diya
    """.split()  # noqa: SIM905
)
_LEAST_WORDS = 2


def is_hindi(text: str) -> bool:
    """Whether a text has Devanagari letters, or several Hindi words in Latin ones."""
    if _DEVANAGARI.search(text):
        return True
    return len(_HINGLISH.intersection(_WORD.findall(text.lower()))) >= _LEAST_WORDS
