"""Progressive web app: manifest, service worker and offline page.

The service worker caches only the offline page. Build files and pages come from the network or the HTTP cache, so the
worker never serves an outdated version or another person's page. It also shows what `domain/push` sends.
"""

import hashlib
import json

from starlette.requests import Request
from starlette.responses import Response

from marketplace.http.security_headers import make_policy
from marketplace.i18n.texts import t
from marketplace.settings import get_settings
from marketplace.ssr import responses
from marketplace.ssr.render import standalone

OFFLINE = "/offline"
_SURFACE, _ACCENT = "#ffffff", "#0a6b5e"
_NO_CACHE = {"cache-control": "no-cache"}

_SERVICE_WORKER = """const CACHE = "offline-%(digest)s";
const PAGE = "%(page)s";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(new Request(PAGE, { cache: "reload" }))));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const deleteOldCaches = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(deleteOldCaches());
});

// Navigations only: from the network, else the cached offline page.
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

self.addEventListener("push", (event) => {
  if (!event.data) return;
  const { title, body, path } = event.data.json();
  // Of several about one page, the newest is shown.
  const options = { body, tag: path, renotify: true, data: path, icon: "/icon-192.png", lang: "en-IN" };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { href } = new URL(event.notification.data, self.location.origin);
  const open = async () => {
    const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    // Another tab is left alone: it may have a half-written message.
    const tab = tabs.find(({ url }) => url === href);
    return tab ? tab.focus() : self.clients.openWindow(href);
  };
  event.waitUntil(open());
});
"""


def respond(request: Request, path: str) -> Response | None:
    """Return the response if the path is served here, else None."""
    if path == "/manifest.webmanifest":
        return responses.text(request, manifest(), "application/manifest+json", headers=_NO_CACHE)
    if path == "/sw.js":
        return responses.text(request, service_worker(), "text/javascript", headers=_NO_CACHE)
    if path == OFFLINE:
        headers = {**_NO_CACHE, "content-security-policy": make_policy(), "x-robots-tag": "noindex"}
        return responses.text(request, standalone("offline.html"), "text/html", headers=headers)
    return None


def manifest() -> str:
    """Return the web app manifest (W3C)."""
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


def service_worker() -> str:
    """Return the service worker; its cache name contains a digest of the offline page, so a new page replaces it."""
    digest = hashlib.sha256(standalone("offline.html").encode()).hexdigest()[:16]
    return _SERVICE_WORKER % {"digest": digest, "page": OFFLINE}
