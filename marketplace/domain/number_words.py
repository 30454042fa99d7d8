"""Words for digits in English, Hindi and Hindi in Latin letters, as people spell out phone numbers."""

import unicodedata

# A star marks words that are as often other words, so that they alone do not make a text look like a number.
_TABLE = {
    "0": "zero oh *o *shunya *shoonya शून्य ज़ीरो जीरो", "1": "one ek एक वन", "2": "two *do *दो टू", "3": "three teen tin तीन थ्री",
    "4": "four char chaar चार फोर", "5": "five paanch panch पाँच पांच फाइव", "6": "six chhe che chhah छह *छः छे सिक्स",
    "7": "seven saat sat सात सेवन", "8": "eight aath ath आठ एट", "9": "nine nau नौ नाइन",
    "x2": "double डबल", "x3": "triple *ट्रिपल",
}  # fmt: skip
_WORDS = [(word, value) for value, words in _TABLE.items() for word in unicodedata.normalize("NFKC", words).split()]
# Words for digits, and words that repeat the digit after them, by how often.
DIGITS = {word.lstrip("*"): value for word, value in _WORDS if not value.startswith("x")}
TIMES = {word.lstrip("*"): int(value[1:]) for word, value in _WORDS if value.startswith("x")}
# All of them without a star.
UNAMBIGUOUS = frozenset(word for word, _ in _WORDS if not word.startswith("*"))
