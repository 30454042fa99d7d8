"""The OpenAPI document is whole: every operation explains itself and its failures."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.api.permissions import ROWS
from tests.api.permissions.row import SAFE
from tests.openapi import ResponseChecker

METHODS = ("get", "put", "post", "delete", "patch", "head", "options")


@pytest.fixture(scope="module")
def document(api_app) -> dict[str, Any]:
    """The document as it is served."""
    return api_app.openapi()


def operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each operation with its name, e.g. `POST /api/report`."""
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                yield f"{method.upper()} {path}", methods[method]


def json_schema(answer: dict[str, Any]) -> dict[str, Any] | None:
    """The schema of an answer or body in JSON, None where it has none."""
    return answer.get("content", {}).get("application/json", {}).get("schema")


def has_example(document: dict[str, Any], node: Any, seen: tuple[str, ...] = ()) -> bool:
    """Whether there is an example anywhere in a schema."""
    if isinstance(node, list):
        return any(has_example(document, item, seen) for item in node)
    if not isinstance(node, dict):
        return False
    if "examples" in node or "example" in node:
        return True
    name = node.get("$ref", "").rsplit("/", 1)[-1]
    if name and name not in seen:
        return has_example(document, document["components"]["schemas"][name], (*seen, name))
    return any(has_example(document, value, seen) for value in node.values())


def test_every_path_is_below_api(document):
    assert document["paths"]
    assert all(path.startswith("/api/") for path in document["paths"])


def test_every_operation_has_a_summary_a_tag_and_a_description(document):
    for key in ("summary", "tags", "description"):
        assert not [name for name, operation in operations(document) if not operation.get(key)], key


def test_summaries_and_operation_ids_are_unique(document):
    ids = [operation["operationId"] for _name, operation in operations(document)]
    assert len(ids) == len(set(ids))


def test_every_operation_names_its_failures(document):
    for name, operation in operations(document):
        statuses = set(operation["responses"])
        # Whatever is asked, the database may be away.
        assert {"429", "500", "503"} <= statuses, name
        assert any(status.startswith("4") for status in statuses), name


def test_every_failure_has_the_error_schema(document):
    schemas = document["components"]["schemas"]
    envelope = schemas["Failure"]
    offences = []
    for name, operation in operations(document):
        for status, answer in operation["responses"].items():
            if status[0] in "45":
                schema = schemas[(json_schema(answer) or {}).get("$ref", "").rsplit("/", 1)[-1]]
                same = {key: schema["properties"].get(key) for key in envelope["properties"]} == envelope["properties"]
                if not same or not set(envelope["required"]) <= set(schema["required"]):
                    offences.append(f"{name} {status}")
    assert not offences, "an answer that is not the envelope:\n" + "\n".join(offences)


def test_free_form_objects_are_listed(document):
    """An object without named keys hides what is sent, so each needs a reason."""
    components = document["components"]["schemas"]
    reachable: set[str] = set()
    free: set[str] = set()

    def visit(node: Any, where: str) -> None:
        if isinstance(node, list):
            for item in node:
                visit(item, where)
        elif isinstance(node, dict):
            name = node.get("$ref", "").rsplit("/", 1)[-1]
            if name and name not in reachable:
                reachable.add(name)
                visit(components[name], name)
            if node.get("type") == "object" and "properties" not in node:
                free.add(where)
            for key, value in node.get("properties", {}).items():
                visit(value, f"{where}.{key}")
            for key in ("items", "anyOf", "allOf", "oneOf", "additionalProperties"):
                visit(node.get(key), where)

    for name, operation in operations(document):
        for answer in operation["responses"].values():
            visit(json_schema(answer), name)
    assert free == {
        "ArchiveResponse.data",  # tables, and their columns
        "AuditOut.before",  # the fields that a decision changed
        "AuditOut.after",
        "AuditOut.names",  # by the ids that the entry mentions
        "AccountHistoryOut.adsByStatus",  # a number for each status
        "AccountHistoryOut.deals",
        "AccountHistoryOut.rentals",
        "HealthFailure.dependencies",  # an entry for each dependency
        "HealthResponse.dependencies",
        "SavedSearchOut.query",  # the query parameters of a search, `field[...]` among them
        "SellerHistoryOut.ads",  # a number for each status
    }


class TestResponseChecker:
    URL = "http://testserver/api/category"

    def check(
        self, checker: ResponseChecker, status: int, body: dict[str, object], method: str = "GET", url: str = URL
    ):
        checker.check(httpx.Response(status, json=body, request=httpx.Request(method, url)))

    def test_accepts_what_the_document_describes(self, response_checker):
        whole = {"success": True, "data": [], "total": 0, "totalPages": 1, "page": 1}
        self.check(response_checker, 200, whole)
        self.check(response_checker, 404, {"success": False, "message": "None"}, url=f"{self.URL}/a/b")

    @pytest.mark.parametrize(
        ("status", "body"),
        [
            (200, {"success": True, "data": [], "total": 0, "totalPages": 1, "page": 1, "colour": "red"}),
            (200, {"success": True, "data": [{"_id": "1"}], "total": 1, "totalPages": 1, "page": 1}),
            (200, {"success": True, "data": [], "total": 0}),
            (422, {"success": False, "message": "No", "colour": "red"}),
            (201, {"success": True}),
        ],
    )
    def test_refuses_what_the_document_does_not_describe(self, response_checker, status, body):
        with pytest.raises(AssertionError):
            self.check(response_checker, status, body)

    def test_refuses_an_operation_that_the_document_does_not_name(self, response_checker):
        with pytest.raises(AssertionError):
            self.check(response_checker, 200, {"success": True}, method="PUT")


def test_every_answer_has_an_example(document):
    offences = []
    for name, operation in operations(document):
        for status, answer in operation["responses"].items():
            schema = json_schema(answer)
            if status[0] == "2" and schema is not None and not has_example(document, schema):
                offences.append(f"{name} {status}")
    assert not offences


def test_every_body_has_an_example_and_a_timeout_response(document):
    for name, operation in operations(document):
        if body := operation.get("requestBody"):
            (content,) = body["content"].values()
            assert has_example(document, content), name
            assert {"400", "408", "413", "415", "422"} <= set(operation["responses"]), name


def test_every_security_scheme_is_described(document):
    schemes = document["components"]["securitySchemes"]
    assert {name: scheme["type"] for name, scheme in schemes.items()} == {
        "bearer": "http",
        "cookie": "apiKey",
        "xsrf": "apiKey",
    }
    assert (schemes["cookie"]["in"], schemes["cookie"]["name"]) == ("cookie", "marketplace_session")
    assert (schemes["xsrf"]["in"], schemes["xsrf"]["name"]) == ("header", "X-XSRF-TOKEN")


def test_security_is_declared_exactly_where_anonymous_callers_are_refused(document):
    anonymous: dict[str, set[str]] = {}
    for row in ROWS:
        anonymous.setdefault(row.operation, set()).add(row.expected["anonymous"])
    for name, operation in operations(document):
        assert name in anonymous, f"add a row for {name} to tests/api/permissions/, which says who may call it"
        ways = operation.get("security", [])
        if ways:
            is_safe = name.partition(" ")[0] in SAFE
            cookie = {"cookie": []} if is_safe else {"cookie": [], "xsrf": []}
            assert ways[:2] == [{"bearer": []}, cookie], name
            assert {"401"} | (set() if is_safe else {"403"}) <= set(operation["responses"]), name
        is_needed = bool(ways) and {} not in ways
        assert is_needed is (anonymous[name] == {"401"}), name
