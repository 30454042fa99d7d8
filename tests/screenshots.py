"""Photographs every page at 360, 768 and 1440 px, light and dark, into screenshots/: `make screenshots`."""

import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tqdm import tqdm

from tests import browser as chromium
from tests.e2e import tour
from tests.e2e.conftest import Site, serving

FOLDER = Path(__file__).parent.parent / "screenshots"
SIZES = ((360, 780), (768, 1024), (1440, 900))
SCHEMES = ("light", "dark")
# Photos below the fold load when they are scrolled into view, which a full-page screenshot does not do.
_FETCH_PHOTOS = """async () => {
  for (const photo of document.images) photo.loading = "eager";
  const all = Promise.all([...document.images].map((photo) => photo.decode().catch(() => {})));
  await Promise.race([all, new Promise((enough) => setTimeout(enough, 8000))]);
}"""


def file_name(who: str, path: str) -> str:
    """Return the name of a page's screenshots, without size and color scheme."""
    return f"{who or 'anyone'}-{re.sub(r'[^A-Za-z0-9-]+', '_', path).strip('_') or 'home'}"


def photograph(browser: Browser, site: Site, only: str = "") -> int:
    """Take all screenshots, or those of URLs that contain `only`; returns their number."""
    made = 0
    wanted = [(who, path) for who, path in tour.places(site) if only in path]
    with tqdm(total=len(wanted) * len(SIZES) * len(SCHEMES), unit=" pictures", disable=not sys.stderr.isatty()) as bar:
        for who in ("", *tour.KINDS):
            context = browser.new_context(base_url=site.url, locale="en-IN", reduced_motion="reduce")
            page = context.new_page()
            if who:
                tour.sign_in(page, who)
            for path in [path for asker, path in wanted if asker == who]:
                page.goto(path)
                page.locator("html[data-live]").wait_for(state="attached")
                page.wait_for_load_state("networkidle")
                page.evaluate(_FETCH_PHOTOS)
                for width, height in SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    for scheme in SCHEMES:
                        page.emulate_media(color_scheme=scheme)
                        page.locator(f"html.{scheme}").wait_for()
                        page.evaluate(_FETCH_PHOTOS)
                        picture = FOLDER / f"{file_name(who, path)}-{width}-{scheme}.png"
                        page.screenshot(path=picture, full_page=True)
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
