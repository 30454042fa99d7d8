"""Fixtures: a minimal compiled front end and an inner app."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import Session
from starlette.applications import Starlette
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from marketplace.web.page_registry import list_pages
from marketplace.web.reflex_ext.client_build import sample_path
from tests import factories
from tests.client import TestClient

SHELL = (
    '<!DOCTYPE html><html lang="en"><head><meta charSet="utf-8"/>'
    '<meta content="width=device-width, initial-scale=1" name="viewport"/>'
    "{head}"
    '<script>document.documentElement.classList.add("light")</script>'
    '<link href="/assets/site-1a2b.css" rel="stylesheet" type="text/css"/></head>'
    '<body>{body}<script type="module" async="">import "/assets/app-3c4d.js";</script></body></html>'
)
# What Reflex compiled the page to; the server replaces it.
CONTENT = '<section popover="manual"></section><div id="app-content" class="flex"><main><p>Compiled</p></main></div>'


def _page(title: str) -> str:
    head = f'<title>{title}</title><meta content="Compiled" name="description"/>'
    head += '<meta content="favicon.ico" property="og:image"/>'
    return SHELL.replace("{head}", head).replace("{body}", CONTENT)


@pytest.fixture
def static_dir(tmp_path: Path) -> Path:
    """Folder of a compiled front end, as Reflex builds it."""
    pages = {
        **{f"{sample_path(page.route)}/index.html".strip("/"): _page(page.title) for page in list_pages()},
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
    """Inner app that serves files and an error page for unknown URLs, as Reflex does."""

    async def echo(websocket) -> None:
        await websocket.accept()
        await websocket.send_text("here")
        await websocket.close()

    async def file_or_404(request):
        file = static_dir / request.path_params["path"]
        return FileResponse(file) if file.is_file() else HTMLResponse("<html></html>", 404)

    return Starlette(
        routes=[
            Route("/ping", lambda _request: PlainTextResponse("pong")),
            Route("/form", lambda _request: PlainTextResponse("posted"), methods=["POST"]),
            WebSocketRoute("/_event", echo),
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
