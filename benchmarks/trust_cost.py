"""What the most costly texts known cost the code that reads texts of strangers, when they are sent and when they are shown.

    python -m benchmarks.trust_cost

Prints the seconds of processor time at 1,000, 2,000 and 4,000 characters for the worst texts of each reader, and the ratio of the
longest to the shortest: 4 is linear growth, 16 quadratic. `view` is what a page does with a message: it splits it into links and
compares their names with well-known ones.
"""

import argparse
import sys
import time
from collections.abc import Callable
from itertools import count

from marketplace.domain import trust
from marketplace.domain.contact_details import find_disguised_phones, find_emails, find_phones
from marketplace.domain.search import analysis, transliteration
from marketplace.domain.trust import links

SIZES = (1_000, 2_000, 4_000)
# Ratios of linear growth stay below; quadratic growth has 16.
MOST_GROWTH = 8.0
# What takes less is noise.
_LEAST_SECONDS = 0.002


def repeated(part: str) -> Callable[[int], str]:
    """Return what makes a text of some length by repeating a part."""
    return lambda size: (part * (size // len(part) + 1))[:size]


def numbered(part: str) -> Callable[[int], str]:
    """Return what makes a text of some length of different words."""

    def make(size: int) -> str:
        text = ""
        for number in count():
            if len(text) >= size:
                break
            text += part.format(number, chr(0x905 + number % 50) + chr(0x905 + number // 50 % 50)) + " "
        return text[:size]

    return make


def one_host(part: str, before: str = "") -> Callable[[int], str]:
    """Return a function that makes one long host name."""
    return lambda size: (before + part * size)[: size - 4] + ".com"


def _alphabet(before: str, join: str = "") -> Callable[[int], str]:
    return lambda size: (
        (before + join.join(chr(0x4E00 + at) * (3 if join else 1) for at in range(size)))[: size - 4] + ".com"
    )


TEXTS: dict[str, Callable[[int], str]] = {
    "names in punycode": numbered("xn--{}abc.com"),
    "short names in punycode": numbered("xn--{}a.co"),
    "names": numbered("h{}ab.com"),
    "names that are no links": numbered("a{}.de"),
    "names like a brand": numbered("paytm-{}.xyz"),
    "names in two alphabets": repeated("раураl.com "),
    "wide names": repeated("ｐａｙｔｍ．ｃｏｍ "),
    "one name in another alphabet": _alphabet(""),
    "one address in another alphabet": _alphabet("http://"),
    "one address of many labels": _alphabet("http://", "."),
    "one name in punycode": one_host("a", "xn--"),
    "one name of digits in punycode": one_host("9", "xn--"),
    "one name of labels in punycode": one_host("xn--a."),
    "one name of short labels": one_host("a."),
    "one name with hyphens": one_host("rn-", "http://"),
    "one name of public suffixes": one_host("x.github.io.", "http://"),
    "percent signs": one_host("%2e", "http://"),
    "schemes": repeated("http://"),
    "payment addresses": repeated("upi://a "),
    "intents": repeated("intent:;scheme="),
    "slashes": one_host("/", "http://a.com/"),
    "written stops": repeated(" dot "),
    "written stops in brackets": repeated("[(.)]"),
    "mail addresses": repeated("a.b@c.d "),
    "at signs": repeated("a@"),
    "digits": repeated("9"),
    "digits apart": repeated("9 "),
    "zeros apart": repeated("0 "),
    "parts of phones": repeated("98x"),
    "grouped digits": repeated("1,2"),
    "digit words": repeated("nine "),
    "Hindi digit words": repeated("नौ "),
    "letters apart": repeated("o t p "),
    "letters with hyphens": repeated("s-c-a-n-"),
    "letters with bars": repeated("o|"),
    "lines": repeated("a\n"),
    "sentences": numbered("{}."),
    "one long word": repeated("abcdefghij"),
    "one long Hindi word": repeated("नमस्ते"),
    "words": numbered("word{}"),
    "Hindi words": numbered("न{1}"),
    "suspicious words": repeated("scan qr pin otp upi pay advance refund anydesk whatsapp courier army kyc "),
    "emoji": repeated("👩‍👩‍👧‍👦"),
    "marks": lambda size: "a" + repeated("\u0345\u0300\u0316")(size - 1),
    "marks in the end": lambda size: "a" + repeated("\u0f73")(size - 1),
    "signs that unfold": repeated("\ufdfa"),
    "squares that unfold": repeated("\u3300"),
    "punctuation": repeated("!"),
    "stops": repeated("."),
    "quotes": repeated("'"),
    "unseen characters": repeated("\u200b"),
}


def view(text: str) -> None:
    """Do what a page does with the text of a message."""
    for piece in trust.split_text(text):
        if piece.link:
            trust.find_imitated(piece.link.host)
    trust.is_hindi(text)


READERS: dict[str, Callable[[str], object]] = {
    "check": lambda text: trust.check([trust.Said(text, "buyer")]),
    "check_ad": trust.check_ad,
    "check_codes": lambda text: trust.check_codes([text]),
    "find_links": trust.find_links,
    "view": view,
    "find_phones": find_phones,
    "find_disguised_phones": find_disguised_phones,
    "find_emails": find_emails,
    "tokens of the search": analysis.tokens,
}


def forget() -> None:
    """Empty the caches, which would make the second reading of a text cheap."""
    for cached in (links.find_imitated, analysis.stem, transliteration.latin, transliteration.sound):
        cached.cache_clear()


def _seconds(read: Callable[[str], object], text: str) -> float:
    forget()
    start = time.process_time()
    read(text)
    return time.process_time() - start


def main() -> int:
    """Print the costs; 1 if one grows faster than its text."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=4, help="the worst texts of each reader that are printed")
    parser.add_argument("--reader", choices=READERS, help="this reader only")
    arguments = parser.parse_args()
    trust.load()
    is_linear = True
    for name, read in READERS.items():
        if arguments.reader not in (None, name):
            continue
        read("a.com, and no more")
        rows = []
        for title, make in TEXTS.items():
            times = [min(_seconds(read, make(size)) for _ in range(2)) for size in SIZES]
            ratio = times[-1] / max(times[0], 1e-6)
            is_linear = is_linear and (ratio <= MOST_GROWTH or times[-1] < _LEAST_SECONDS)
            rows.append((times[-1], title, times, ratio))
        for _, title, times, ratio in sorted(rows, reverse=True)[: arguments.texts]:
            shown = "".join(f"{each:>9.4f}" for each in times)
            print(f"{name:22}{title:34}{shown}  4k/1k {ratio:.1f}", flush=True)
    return 0 if is_linear else 1


if __name__ == "__main__":
    sys.exit(main())
