"""A worker loads large libraries when it needs them first."""

import subprocess
import sys

# Of libraries that few requests need.
LAZY = ("numpy", "scipy", "PIL", "icalendar", "reverse_geocode", "http_ece", "py_vapid")
_SCRIPT = f"""
import sys
import marketplace.marketplace
from marketplace.integrations.geocode import get_gazetteer
assert get_gazetteer().home_towns
print(*({{name.partition(".")[0] for name in sys.modules}} & set({LAZY!r})))
"""


def test_starting_loads_no_library_that_few_requests_need():
    made = subprocess.run([sys.executable, "-c", _SCRIPT], capture_output=True, text=True, check=True)
    assert made.stdout.split() == []
