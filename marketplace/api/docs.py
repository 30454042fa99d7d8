"""Readable documentation at /api/docs, made from the OpenAPI document, with no script and no outside host."""

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, select_autoescape

_pages = Environment(loader=PackageLoader("marketplace.api", "templates"), autoescape=select_autoescape())


def install(app: FastAPI) -> None:
    """Serve the page."""

    @app.get("/api/docs", include_in_schema=False)
    def docs() -> HTMLResponse:
        document = app.openapi()
        groups: dict[str, list[dict[str, object]]] = {}
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                tag = (operation.get("tags") or ["other"])[0]
                groups.setdefault(tag, []).append({"path": path, "method": method.upper(), **operation})
        page = _pages.get_template("docs.html").render(info=document["info"], groups=groups)
        return HTMLResponse(page)
