"""Checks API responses against the OpenAPI document, which must name every key that is sent."""

import json
import re
from typing import Any

import httpx
import jsonschema_rs
from fastapi import FastAPI

# These routes serve the document itself.
_UNDOCUMENTED_PATHS = {"/api/openapi.json", "/api/docs"}
_FAILURE = {"$ref": "#/components/schemas/Failure"}


def close(node: Any) -> Any:
    """Return a copy of a schema in which each object with named keys refuses all other keys."""
    if isinstance(node, list):
        return [close(item) for item in node]
    if not isinstance(node, dict):
        return node
    closed = {key: close(value) for key, value in node.items()}
    if node.get("type") == "object" and "properties" in node:
        closed["additionalProperties"] = False
    return closed


class ResponseChecker:
    """Checks responses of an app against its OpenAPI document."""

    def __init__(self, app: FastAPI):
        document = app.openapi()
        self._components = close(document["components"])
        # Requests match the first fitting path; the document has them in the same order.
        self._operations: dict[str, list[tuple[re.Pattern[str], dict[str, Any]]]] = {}
        for path, methods in document["paths"].items():
            pattern = re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)))
            for method, operation in methods.items():
                self._operations.setdefault(method.upper(), []).append((pattern, operation))
        # Kept by method, path and status, since tests send thousands of requests to the same paths.
        self._found: dict[tuple[str, str, int], Any] = {}
        self._validators: dict[str, Any] = {}

    def check(self, response: httpx.Response) -> None:
        """Check one response.

        Raises:
            AssertionError: the document does not name the status, the content type or a key of the body.
        """
        method, path = response.request.method, response.request.url.path
        if method == "HEAD" or not path.startswith("/api/") or path in _UNDOCUMENTED_PATHS:
            return
        call = f"{method} {path} {response.status_code}"
        key = (method, path, response.status_code)
        if key not in self._found:
            schema = self._schema(*key, call)
            self._found[key] = None if schema is None else self._validator(schema)
        validator = self._found[key]
        media_type = response.headers.get("content-type", "").partition(";")[0]
        if validator is None:
            assert media_type != "application/json", f"{call}: a JSON body that the document does not describe"
            return
        assert media_type == "application/json", f"{call}: the document describes a JSON body"
        response.read()
        errors = [
            f"  {'/'.join(map(str, error.instance_path)) or 'body'}: {error.message}"
            for error in validator.iter_errors(json.loads(response.content))
        ]
        assert not errors, "\n".join([f"{call} is not what the OpenAPI document describes:", *errors])

    def _schema(self, method: str, path: str, status: int, call: str) -> dict[str, Any] | None:
        for pattern, operation in self._operations.get(method, ()):
            if pattern.fullmatch(path):
                assert str(status) in operation["responses"], f"{call}: a status that the document does not name"
                content = operation["responses"][str(status)].get("content", {})
                return content.get("application/json", {}).get("schema")
        assert status >= 400, f"{call}: an operation that the document does not name"
        return _FAILURE

    def _validator(self, schema: dict[str, Any]) -> Any:
        key = json.dumps(schema)
        if key not in self._validators:
            whole = close(schema) | {"components": self._components}
            self._validators[key] = jsonschema_rs.validator_for(whole)
        return self._validators[key]
