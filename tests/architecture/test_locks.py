"""PostgreSQL's advisory locks are plain numbers: two things with the same one would wait for each other."""

import re
from collections import Counter

from tests.architecture import sources

_LOCK = re.compile(r"^_\w*LOCK = ([\d_]+)$", re.MULTILINE)


def test_lock_numbers_are_unique():
    texts = [path.read_text(encoding="utf-8") for path in sources.python_files("marketplace")]
    numbers = Counter(int(number) for text in texts for number in _LOCK.findall(text))
    assert len(numbers) >= 2
    assert set(numbers.values()) == {1}
