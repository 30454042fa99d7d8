"""Photographs every page at 360, 768 and 1440 px, light and dark, into screenshots/: `make screenshots`."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, sync_playwright
from tqdm import tqdm

from tests import browser as chromium
from tests.e2e.conftest import Site, serving

FOLDER = Path(__file__).parent.parent / "screenshots"
SIZES = ((360, 780), (768, 1024), (1440, 900))
PUBLIC = ("/", "/categories", "/products/sell", "/products/rent", "/products/lease", "/products/featured",
          "/products/search?keyword=sofa", "/products/search?keyword=zzzz", "/product/sample", "/about", "/terms",
          "/privacy", "/safety", "/contact", "/forgotpassword", "/wishlist", "/no-such-page")  # fmt: skip
BUYER = ("/wishlist", "/user/messages", "/user/enquiries", "/account")
SELLER = ("/seller/dashboard", "/seller/ads", "/seller/enquiries", "/seller/messages", "/seller/profile",
          "/seller/create/products")  # fmt: skip
ADMIN = ("/admin", "/admin/queue", "/admin/ads", "/admin/reports", "/admin/accounts", "/admin/categories",
         "/admin/testimonials", "/admin/audit", "/admin/mail")  # fmt: skip
WHO = {"": "", "buyer": "user", "seller": "seller", "admin": "admin"}
_SETTLE_MS = 1_200


def places(site: Site) -> Iterator[tuple[str, str]]:
    """Who opens which page."""
    api = f"{site.url}/api"
    ad = httpx.get(f"{api}/product/rent", params={"limit": "1"}).json()["products"][0]
    sold = httpx.get(f"{api}/product/sell", params={"limit": "1"}).json()["products"][0]
    category = httpx.get(f"{api}/category").json()["data"][0]
    found = [
        f"/products/{ad['_id']}",
        f"/products/{sold['_id']}",
        f"/sellers/{ad['sellerId']}",
        f"/category/{category['_id']}",
    ]
    yield from (("", path) for path in (*PUBLIC, *found))
    yield from (("buyer", path) for path in BUYER)
    yield from (("seller", path) for path in SELLER)
    yield from (("admin", path) for path in ADMIN)


def sign_in(page: Page, who: str) -> None:
    """Give the page's context the session cookie of a demo account."""
    page.request.post(
        f"/api/{WHO[who]}/login", data={"email": f"{who}@example.com", "password": "demo1234", "cookie": True}
    )


def photograph(browser: Browser, site: Site) -> int:
    """Take them all; returns how many."""
    made = 0
    wanted = list(places(site))
    with tqdm(total=len(wanted) * len(SIZES) * 2, unit=" pictures", disable=not sys.stderr.isatty()) as bar:
        for scheme in ("light", "dark"):
            for width, height in SIZES:
                for who in WHO:
                    context = browser.new_context(
                        base_url=site.url, viewport={"width": width, "height": height}, color_scheme=scheme
                    )
                    page = context.new_page()
                    if who:
                        sign_in(page, who)
                    for path in [path for asker, path in wanted if asker == who]:
                        page.goto(path)
                        page.wait_for_timeout(_SETTLE_MS)
                        name = path.strip("/").replace("/", "_").replace("?", "_").replace("=", "-") or "home"
                        page.screenshot(path=FOLDER / f"{who or 'anyone'}-{name}-{width}-{scheme}.png", full_page=True)
                        made += 1
                        bar.update()
                    context.close()
    return made


def main() -> int:
    """Serve the demo site and photograph it."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find() or None, args=list(chromium.FLAGS))
        made = photograph(browser, site)
        browser.close()
    print(f"{made} pictures in {FOLDER}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
