"""Query parameters that advertisers and mail programs add to links, to recognise those who follow them.

No page reads them, so the server and the browser drop them from the URL (`http/clean_query.py`, `ssr/hydration.py`).
"""

import re

_NAMES = (
    "utm_[^=]*", "gclid", "gclsrc", "gbraid", "wbraid", "gad_[^=]*", "dclid", "srsltid", "_g[al]", "fbclid", "igsh(?:id)?", "mc_[ce]id",
    "msclkid", "ttclid", "twclid", "li_fat_id", "yclid", "mkt_tok",
)  # fmt: skip
# A parameter as it stands in a query, with its value. Python and JavaScript read this expression alike.
PARAMETER = f"^(?:{'|'.join(_NAMES)})(?:=|$)"
_PARAMETER = re.compile(PARAMETER, re.IGNORECASE)


def strip(query: str) -> str:
    """Return a query string without these parameters; the others are unchanged."""
    return "&".join(part for part in query.split("&") if not _PARAMETER.match(part))
