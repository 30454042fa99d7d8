"""The first content uses only CSS classes of the app, since the stylesheet contains no others."""

import ast
import re
from pathlib import Path

import pytest
from sqlmodel import Session
from starlette.testclient import TestClient

from marketplace.models import AdType
from tests import factories

WEB = Path(__file__).parents[2] / "marketplace" / "web"


@pytest.fixture(scope="module")
def classes_of_the_app() -> set[str]:
    words: set[str] = set()
    for file in WEB.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.update(node.value.split())
    return words


def _classes_in(html: str) -> set[str]:
    first = html[html.index('<main id="first-content"') : html.index("</main>")]
    return {name for names in re.findall(r'class="([^"]*)"', first) for name in names.split()}


def test_first_content_uses_only_classes_of_the_app(
    db: Session, site: TestClient, classes_of_the_app: set[str]
) -> None:
    seller, category = factories.seller(db), factories.category(db)
    for kind in AdType:
        factories.ad(db, seller, category, ad_type=kind, featured=True, price_paise=10_000, discount_basis_points=500)
    rent = factories.ad(db, seller, category, ad_type=AdType.RENT, terms="Return it clean.", description="Nice")
    for path in (
        "/",
        "/categories",
        f"/category/{category.id}",
        "/products/sell",
        "/products/sell?view=list",
        "/products/search?keyword=nothingatall",
        "/products/search?keyword=wardorbe+under+900+near+me",
        f"/products/{rent.id}",
        f"/sellers/{seller.id}",
        "/terms",
        "/products/unknown",
        "/nowhere",
    ):
        assert _classes_in(site.get(path).text) - classes_of_the_app == set(), path
