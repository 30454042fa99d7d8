"""Everything in a request body has a bound, so that no model decides how much work a stranger's request makes."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.routing import iter_route_contexts
from pydantic import BaseModel, create_model

from marketplace.api import schemas
from marketplace.api.operations import Operation


def nodes(value: Any, at: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Return every dict within a schema and its path."""
    if isinstance(value, dict):
        yield at, value
        for key, each in value.items():
            yield from nodes(each, f"{at}.{key}")
    elif isinstance(value, (list, tuple)):
        for number, each in enumerate(value):
            yield from nodes(each, f"{at}.{number}")


def unbounded(model: type[BaseModel]) -> list[str]:
    """Return the places in a model, and in the models within it, that take as much as a request sends."""
    found = []
    for at, node in nodes(model.model_json_schema(mode="validation")):
        kind = node.get("type")
        if kind == "string" and not node.keys() & {"maxLength", "const", "enum"}:
            found.append(f"{at}: a text without maxLength")
        if kind == "array" and "maxItems" not in node:
            found.append(f"{at}: a list without maxItems")
        if kind == "object" and node.get("additionalProperties") not in (None, False) and "maxProperties" not in node:
            found.append(f"{at}: a dict without maxProperties")
        if kind == "object" and "properties" not in node and "additionalProperties" not in node:
            found.append(f"{at}: an untyped dict")
        if node.keys() <= {"title", "description", "default", "examples"} and at.split(".")[-2:-1] == ["properties"]:
            found.append(f"{at}: any value")
    for at, node in nodes(model.__pydantic_core_schema__):
        if node.get("type") == "list" and not node.get("fail_fast"):
            found.append(f"{at}: a list that is validated to its end, use `Items`")
    return found


def bodies(api_app: Any) -> dict[str, type[BaseModel]]:
    """Return the model of each operation's request body."""
    return {
        f"{min(route.methods or ())} {route.path_format}": model
        for route in iter_route_contexts(api_app.routes)
        if (field := getattr(route, "body_field", None)) is not None
        for model in _models(field.field_info.annotation)
    }


def _models(annotation: Any) -> list[type[BaseModel]]:
    options = getattr(annotation, "__args__", (annotation,))
    found = [each for each in options if isinstance(each, type) and issubclass(each, BaseModel)]
    assert found, f"a body must be a model: {annotation}"
    return found


def test_every_value_of_every_body_is_bounded(api_app):
    found = bodies(api_app)
    assert len(found) > 90
    assert {name: places for name, model in found.items() if (places := unbounded(model))} == {}


def test_every_body_is_a_body(api_app):
    assert [name for name, model in bodies(api_app).items() if not issubclass(model, schemas.Body)] == []


def test_every_route_checks_its_caller_and_body_first(api_app):
    routes = [route for route in iter_route_contexts(api_app.routes) if str(route.path).startswith("/api/")]
    other = {str(route.path) for route in routes if not isinstance(route.original_route, Operation)}
    assert len(routes) > 150
    # These are no operations: they have neither callers nor bodies.
    assert other == {path for path in other if path.startswith(("/api/docs", "/api/openapi.json"))}


@pytest.mark.parametrize("kind", [list[int], list[dict], dict[str, int], schemas.Items[int], dict, Any])
def test_a_new_unbounded_field_is_found(kind: Any):
    assert unbounded(create_model("New", __base__=schemas.Body, values=(kind, ...)))
