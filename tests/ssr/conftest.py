"""Fixtures: a minimal compiled front end and an inner app that knows some of its URLs."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import Session
from starlette.applications import Starlette
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.testclient import TestClient

from tests import factories

SHELL = (
    '<!DOCTYPE html><html lang="en"><head><meta charSet="utf-8"/>'
    '<meta content="width=device-width, initial-scale=1" name="viewport"/>'
    "{head}"
    '<script>document.documentElement.classList.add("light")</script>'
    '<link href="/assets/site-1a2b.css" rel="stylesheet" type="text/css"/></head>'
    '<body>{body}<script type="module" async="">import "/assets/app-3c4d.js";</script></body></html>'
)
# Layout of a public page.
FRAME = (
    '<div id="app-content" class="flex"><a href="#content">Skip</a><header>Brand</header>'
    '<main id="content">{main}</main><footer>Links</footer><nav aria-label="Quick access">Bar</nav>'
    '<dialog id="login"></dialog></div>'
)
WAITING = '<div class="skeleton h-4"></div>'
APP_ROUTES = ["/seller/edit/product/{ad_id}", "/admin/ads/{ad_id}"]


def _page(title: str = "", description: str = "", main: str | None = WAITING, robots: str = "") -> str:
    head = f"<title>{title}</title>" if title else ""
    if robots:
        head += f'<meta content="{robots}" name="robots"/>'
    if description:
        head += f'<meta content="{description}" name="description"/><meta content="favicon.ico" property="og:image"/>'
    body = "" if main is None else FRAME.replace("{main}", main)
    return SHELL.replace("{head}", head).replace("{body}", body)


@pytest.fixture
def static_dir(tmp_path: Path) -> Path:
    """Folder of a compiled front end, as Reflex builds it."""
    pages = {
        "index.html": _page("Chowk &amp; friends", "The town&#x27;s market square"),
        "wishlist/index.html": _page("My Wishlist | Chowk", robots="noindex"),
        "products/sell/index.html": _page("Things for sale | Chowk", "Everything for sale"),
        "about/index.html": _page("About", "Who we are", main="<h1>About</h1>"),
        "product/sample/index.html": _page("Sample ad", main="<h1>Sample</h1>", robots="noindex"),
        "__spa-fallback.html": _page(main=None),
        "404.html": _page(main=None),
        "assets/app-3c4d.js": "console.log(1)",
        "no-image.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
        "sw.js": "self.x = 1",
    }
    for name, text in pages.items():
        file = tmp_path / "client" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "client"


@pytest.fixture
def inner(static_dir: Path) -> Starlette:
    """Inner app that serves files, the fallback for known URLs and the 404 page, as Reflex does."""

    async def echo(websocket) -> None:
        await websocket.accept()
        await websocket.send_text("here")
        await websocket.close()

    async def known(_request) -> HTMLResponse:
        return HTMLResponse((static_dir / "__spa-fallback.html").read_text())

    async def file_or_404(request):
        file = static_dir / request.path_params["path"]
        if file.is_file():
            return FileResponse(file)
        return HTMLResponse((static_dir / "404.html").read_text(), 404)

    return Starlette(
        routes=[
            Route("/ping", lambda _request: PlainTextResponse("pong")),
            Route("/form", lambda _request: PlainTextResponse("posted"), methods=["POST"]),
            WebSocketRoute("/_event", echo),
            *[Route(path, known) for path in APP_ROUTES],
            Mount("/assets", StaticFiles(directory=static_dir / "assets")),
            Route("/{path:path}", file_or_404),
        ]
    )


@pytest.fixture
def site(db: Session, inner: Starlette, static_dir: Path) -> Iterator[TestClient]:
    """Test client that does not follow redirects."""
    from marketplace.http.security_headers import SecurityHeaders
    from marketplace.ssr import make_ssr

    app = SecurityHeaders(make_ssr(inner, static_dir))
    with TestClient(app, follow_redirects=False) as made:
        yield made


@pytest.fixture
def shop(db: Session):
    """A seller and a category."""
    return factories.seller(db, shop_name="Rao & Sons"), factories.category(db, "Furniture & more")
