"""A tab that tests use one after the other.

A new tab costs a new process of the browser, which compiles the scripts anew: more than half of the time of opening a page.
"""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, ViewportSize

_STORED = "file_systems,indexeddb,local_storage,service_workers,cache_storage,shared_storage,storage_buckets"


@dataclass
class UsedTab:
    """The tab; `report` is called with each problem of its pages."""

    page: Page
    report: Callable[[str], None]


def leave(page: Page, url: str, size: ViewportSize | None, *, signed_in: bool = False) -> None:
    """Leave the page and forget what its site has stored, except the cookies if `signed_in` is set."""
    # On a page without scripts, nothing is stored anew after it was cleared.
    page.goto("/favicon.svg")
    page.evaluate("sessionStorage.clear()")
    page.emulate_media(color_scheme="light")
    if size:
        page.set_viewport_size(size)
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": _STORED})
    session.detach()
    if not signed_in:
        page.context.clear_cookies()
