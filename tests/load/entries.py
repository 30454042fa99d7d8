"""Every way into the site, by groups that share their most expensive input and what bounds it.

The table of `docs/security.md` names the same groups; `tests/architecture/test_entries.py` compares both, and finds entries without a
group. `tests/load/test_expensive_inputs.py` sends the inputs.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Group:
    """Entries that cost alike.

    Attributes:
        name: as in `docs/security.md`.
        pattern: of the entries' names, such as `api POST /api/product` or `page /products/search`.
    """

    name: str
    pattern: str


# The first group that matches an entry is its group.
GROUPS = (
    Group(
        "Sign-in, registration, passwords",
        r"api \w+ /api/(user|seller|admin)/login|api POST /api/(user|seller)|api \w+ /api/auth/.*|api POST /api/account/appeal",
    ),
    Group("Uploads", r"api POST /api/upload(-multiple)?"),
    Group("Messages", r"api \w+ /api/messages.*"),
    Group(
        "Ads, calendars, wanted ads",
        r"api (POST|PUT|DELETE) /api/(product|wanted|calendar)\b.*|api POST /api/seller/holiday",
    ),
    Group("Offers, deals, rentals, reviews", r"api (POST|PUT|DELETE) /api/(offer|deal|enquiry|order|review)\b.*"),
    Group(
        "Searches and lists of ads",
        r"api GET /api/(product|search|geocode|seller|category|subcategory)\b.*|api \w+ /api/savedsearch.*",
    ),
    Group("The desk of moderators and administrators", r"api \w+ /api/admin/.*"),
    Group("Other writes", r"api (POST|PUT|DELETE) .*"),
    Group("Other reads", r"api GET .*"),
    Group("Pages", r"page .*"),
    Group("Events of pages", r"event .*"),
    Group("Websocket packets", r"socket .*"),
    Group("Photos, build files, sitemaps", r"file .*"),
    Group("Links in mails", r"mail .*"),
    Group("Backups", r"command .*"),
)
FILES = ("/media/", "/assets/", "/sitemap.xml", "/robots.txt", "/manifest.webmanifest", "/sw.js")
SOCKETS = ("connect", "packet")
COMMANDS = ("restore",)


def group_of(entry: str) -> Group | None:
    """Return the group of an entry; None if it has none."""
    return next((group for group in GROUPS if re.fullmatch(group.pattern, entry)), None)
