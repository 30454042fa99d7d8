"""What makes the site installable as an app: its manifest, its service worker, and the page shown without a network.

The worker keeps that one page and nothing else. Files of the build and pages always come from the network (or from the
browser's own cache, which their headers rule), so it can neither serve an old version nor show anybody's page to the
next person at the device.
"""

import hashlib
import json

from starlette.requests import Request
from starlette.responses import Response

from marketplace.documents import answers
from marketplace.documents.render import standalone
from marketplace.security import make_policy
from marketplace.settings import get_settings
from marketplace.texts import t

OFFLINE = "/offline"
_SURFACE, _ACCENT = "#ffffff", "#0a6b5e"
_NO_CACHE = {"cache-control": "no-cache"}

_WORKER = """const CACHE = "offline-%(digest)s";
const PAGE = "%(page)s";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(new Request(PAGE, { cache: "reload" }))));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const forgetOthers = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(forgetOthers());
});

// Pages only, always from the network; what is kept is shown where there is none.
self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate" || event.request.method !== "GET") return;
  const answer = async () => {
    try {
      return (await event.preloadResponse) || (await fetch(event.request));
    } catch {
      return (await caches.match(PAGE)) || Response.error();
    }
  };
  event.respondWith(answer());
});
"""


def find(request: Request, path: str) -> Response | None:
    """The answer to one of this module's addresses; None for any other."""
    if path == "/manifest.webmanifest":
        return answers.text(request, manifest(), "application/manifest+json", headers=_NO_CACHE)
    if path == "/sw.js":
        return answers.text(request, worker(), "text/javascript", headers=_NO_CACHE)
    if path == OFFLINE:
        headers = {**_NO_CACHE, "content-security-policy": make_policy(), "x-robots-tag": "noindex"}
        return answers.text(request, standalone("offline.html"), "text/html", headers=headers)
    return None


def manifest() -> str:
    """The web app manifest (W3C): what the site is called and looks like on a home screen."""
    site = get_settings().site_name
    icons = [_icon(px, purpose) for px in (192, 512) for purpose in ("any", "maskable")]
    shortcuts = [
        {"name": t("Search"), "url": "/products/search"},
        {"name": t("My Wishlist"), "url": "/wishlist"},
        {"name": t("Post Your Ad"), "url": "/seller/create/products"},
    ]
    return json.dumps(
        {
            "id": "/",
            "name": site,
            "short_name": site,
            "description": t("Buy, sell, rent and lease near you"),
            "lang": "en-IN",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": _SURFACE,
            "theme_color": _ACCENT,
            "categories": ["shopping"],
            "icons": icons,
            "shortcuts": shortcuts,
        },
        ensure_ascii=False,
    )


def _icon(px: int, purpose: str) -> dict[str, str]:
    return {"src": f"/icon-{px}.png", "sizes": f"{px}x{px}", "type": "image/png", "purpose": purpose}


def worker() -> str:
    """The service worker; another offline page makes it another worker, so that browsers fetch the page anew."""
    digest = hashlib.sha256(standalone("offline.html").encode()).hexdigest()[:16]
    return _WORKER % {"digest": digest, "page": OFFLINE}
