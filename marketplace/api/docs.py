"""Serves the OpenAPI document at /api/openapi.json and HTML documentation without scripts at /api/docs."""

import json
from functools import lru_cache
from typing import Any

from fastapi import FastAPI
from fastapi.responses import Response
from jinja2 import Environment, PackageLoader, select_autoescape

from marketplace.cache import StaticResponse

_templates = Environment(loader=PackageLoader("marketplace.api", "templates"), autoescape=select_autoescape())


def install(app: FastAPI) -> None:
    """Add both routes; each response is rendered once."""

    @app.get("/api/openapi.json", include_in_schema=False)
    def openapi() -> Response:
        return document()

    @app.get("/api/docs", include_in_schema=False)
    def docs() -> Response:
        return page()

    @lru_cache
    def document() -> StaticResponse:
        body = json.dumps(app.openapi(), ensure_ascii=False, separators=(",", ":"))
        return StaticResponse(body.encode(), "application/json")

    @lru_cache
    def page() -> StaticResponse:
        return StaticResponse(_render(app.openapi()).encode(), "text/html")


def _render(document: dict[str, Any]) -> str:
    groups: dict[str, list[dict[str, object]]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            tag = (operation.get("tags") or ["other"])[0]
            groups.setdefault(tag, []).append({"path": path, "method": method.upper(), **operation})
    return _templates.get_template("docs.html").render(info=document["info"], groups=groups)
