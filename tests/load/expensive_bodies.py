"""The most expensive bodies of an operation."""

import json
from collections.abc import Iterator
from typing import Any

from tests.api.permissions import Row

# Each is long for another reader: links, words of a diff, spelt-out digits, letters apart, marks on a letter, addresses.
TEXTS = tuple(
    (part * (20_000 // len(part) + 1))
    for part in (
        "xn--0abc.com ",
        "same words again ",
        "nine eight seven ",
        "s-c-a-n ",
        "e\u0301\u0302\u0303",
        "a@b.co ",
        "[](",
    )
)
LENGTHS = (20_000, 4_000, 1_000, 120)


def filled(schema: dict[str, Any], schemas: dict[str, Any], words: str, items: int) -> Any:
    """Return a value with the longest texts and, up to `items`, the longest lists that a schema allows."""
    while "$ref" in schema:
        schema = schemas[schema["$ref"].rsplit("/", 1)[-1]]
    if options := schema.get("anyOf"):
        return filled(
            max(options, key=lambda each: ("$ref" in each, each.get("type") == "array", "maxLength" in each)),
            schemas,
            words,
            items,
        )
    if "enum" in schema or "const" in schema:
        return schema.get("const", schema.get("enum", [""])[0])
    match schema.get("type"):
        case "string":
            return words[: schema.get("maxLength", 20_000)]
        case "array":
            return [
                filled(schema["items"], schemas, words[:100], 1)
                for _ in range(min(schema.get("maxItems", items), items))
            ]
        case "object" if "properties" in schema:
            return {name: filled(each, schemas, words, items) for name, each in schema["properties"].items()}
        case "object":
            return {f"key{number}": words[:100] for number in range(min(schema.get("maxProperties", items), items))}
        case "boolean":
            return True
        case "integer" | "number":
            return 10**60
    return words


def with_texts(value: Any, words: str) -> Any:
    """Return a valid body with every text of several words, or an empty one, replaced."""
    if isinstance(value, dict):
        return {name: with_texts(each, words) for name, each in value.items()}
    if isinstance(value, list):
        return [with_texts(each, words) for each in value]
    return words if isinstance(value, str) and (" " in value or not value) else value


FLAT = b'{"images":[' + b"1," * 520_000 + b'1],"a":1}'
DEEP = b'{"a":' * 170_000
ESCAPED = b'{"a":"' + b'\\"' * 500_000


def bodies(row: Row, valid: Any, document: dict[str, Any]) -> Iterator[bytes]:
    """Return the most expensive bodies of an operation: the most values, the longest texts, and valid ones with texts of each length."""
    body = document["paths"][row.template][row.method.lower()].get("requestBody")
    if body is None or "application/json" not in body["content"]:
        return
    schema, schemas = body["content"]["application/json"]["schema"], document["components"]["schemas"]
    yield from (FLAT[:1_048_000], DEEP[:1_048_000], ESCAPED[:1_048_000])
    for words in TEXTS:
        yield json.dumps(filled(schema, schemas, words, 1_000)).encode()[:1_048_000]
        for length in LENGTHS:
            yield json.dumps(with_texts(valid, words[:length])).encode()
