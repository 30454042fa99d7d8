"""A worker loads large libraries when it needs them first, so that it is small at rest."""

import subprocess
import sys
from pathlib import Path

import pytest

# Of libraries that few requests need.
LAZY = ("numpy", "scipy", "PIL", "icalendar", "reverse_geocode", "http_ece", "py_vapid", "disarm")
_SCRIPT = f"""
import sys
import marketplace.marketplace
from marketplace.integrations.geocode import get_gazetteer
assert get_gazetteer().home_towns
print(*({{name.partition(".")[0] for name in sys.modules}} & set({LAZY!r})))
"""


_AT_REST_MB = 200
_MEMORY = """
import re
from pathlib import Path
import marketplace.marketplace
from marketplace.integrations.geocode import get_gazetteer
from marketplace.ssr import pages
assert get_gazetteer().home_towns
pages.compile_public_pages()
print(re.search(r"^Rss: +(\\d+) kB", Path("/proc/self/smaps_rollup").read_text(), re.MULTILINE)[1])
"""


def test_starting_loads_no_library_that_few_requests_need():
    made = subprocess.run([sys.executable, "-c", _SCRIPT], capture_output=True, text=True, check=True)
    assert made.stdout.split() == []


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="needs Linux")
def test_memory_of_a_worker_at_rest():
    made = subprocess.run([sys.executable, "-c", _MEMORY], capture_output=True, text=True, check=True)
    assert int(made.stdout) / 1024 < _AT_REST_MB
