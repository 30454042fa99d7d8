"""Media types are compared without regard to case (RFC 9110, 8.3.1)."""

import ast

import pytest
from sqlmodel import Session

from tests.architecture import sources
from tests.client import TestClient

# Functions that read the media type of a request. The first is tested here, the second in `tests/api/test_uploads.py`.
READERS = {"marketplace/api/browser.py", "marketplace/api/routes/uploads.py"}


@pytest.mark.parametrize(
    "media_type", ["application/json", "Application/JSON", "APPLICATION/JSON; Charset=UTF-8", "application/json ;x=y"]
)
@pytest.mark.parametrize("path", ["/api/user/login", "/api/report"])
def test_json_in_any_case(client: TestClient, db: Session, path: str, media_type: str):
    answer = client.post(path, content=b"[]", headers={"Content-Type": media_type})
    assert (answer.status_code, answer.json()["success"]) == (422, False)


def test_no_other_module_reads_the_media_type_of_a_request():
    readers = {
        sources.name(path)
        for path in sources.python_files("marketplace")
        for node in ast.walk(sources.tree(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and ast.unparse(node.func).endswith("request.headers.get")
        and ast.unparse(node.args[0]).lower() == "'content-type'"
    }
    assert readers == READERS
