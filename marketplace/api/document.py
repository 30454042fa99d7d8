"""The OpenAPI document: what the operations declare, and the failures that follow from taking parameters or a body."""

from typing import Any

from fastapi import FastAPI

from marketplace.api.answers import described

_OF_PARAMETERS = (422,)
_OF_BODIES = (400, 413, 415, 422)
_FASTAPI_ONLY = ("HTTPValidationError", "ValidationError")


def install(app: FastAPI) -> None:
    """Complete the app's document; it is made once, when first asked for."""
    declared = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            _complete(declared())
        return declared()

    app.openapi = openapi


def _complete(document: dict[str, Any]) -> None:
    for methods in document["paths"].values():
        for operation in methods.values():
            follows = _OF_BODIES if "requestBody" in operation else _OF_PARAMETERS if "parameters" in operation else ()
            for status in follows:
                # FastAPI's own 422 has another shape than ours.
                if "Failure" not in str(operation["responses"].get(str(status))):
                    operation["responses"][str(status)] = described(status)
            operation["responses"] = dict(sorted(operation["responses"].items()))
    for name in _FASTAPI_ONLY:
        document["components"]["schemas"].pop(name, None)
