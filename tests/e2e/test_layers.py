"""Back, Escape and its own button close every layer of the product and nothing else."""

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.architecture import sources
from tests.e2e.conftest import Site
from tests.e2e.layers import BEFORE, LAYERS, OTHERS, Layer, go_back, settled
from tests.e2e.people import alive
from tests.e2e.test_pressed_twice import Scene

Visitor = Callable[..., Page]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: layer.name)
def test_back_escape_and_its_button_close_it(
    request: pytest.FixtureRequest, visitor: Visitor, site: Site, tmp_path: Path, layer: Layer
):
    scene = Scene(site, lambda path, **options: visitor(path, **options), tmp_path)
    request.addfinalizer(scene.clear)
    path = layer.path(scene)
    page = scene.open(layer.who, path)
    shown = layer.find(page)
    for width in layer.widths:
        page.set_viewport_size({"width": width, "height": 800})
        url = page.url
        for way in ("back", "escape", "button"):
            layer.open(page)
            expect(shown).to_have_count(1)
            expect(shown).to_be_visible()
            settled(page)
            if way == "back":
                go_back(page)
            elif way == "escape":
                page.keyboard.press("Escape")
            elif layer.close:
                shown.get_by_role("button", name=layer.close, exact=True).first.click()
            elif layer.close == "":
                layer.open(page)
            else:
                page.keyboard.press("Escape")
            expect(shown).to_have_count(0)
            settled(page)
            assert page.url == url
            # Forward does not open it again.
            page.evaluate("history.forward()")
            settled(page)
            expect(shown).to_have_count(0)
            assert page.url == url
    go_back(page)
    expect(page).to_have_url(BEFORE)
    page.go_forward()
    alive(page)
    expect(page).to_have_url(url)
    expect(shown).to_have_count(0)


# The functions whose `name` is the id of a layer.
_MAKERS = {
    "case_dialog",
    "confirm",
    "delete_dialog",
    "dialog",
    "editor_dialog",
    "form_dialog",
    "menu",
    "renewal_dialog",
    "report_dialog",
    "sheet",
}
# Where layers are made of elements, and what shows that.
_PARTS = {"dialog.jsx", "layers.js", "menu.py", "city_picker.py", "photo_viewer.jsx", "toasts.jsx", "use_combobox.js"}
_SIGN = re.compile(
    r"showModal\(|<dialog|\"popover\"|popover=|<Lightbox|role(=|: )\"listbox\"|aria-haspopup|aria_haspopup"
)


def _ids(call: ast.Call, constants: dict[str, str]) -> set[str]:
    if isinstance(call.func, ast.Name) and call.func.id == "case_dialog":
        named = call.args[1]
    else:
        named = next((given.value for given in call.keywords if given.arg == "name"), None)
    if isinstance(named, ast.JoinedStr):
        named = named.values[0]
    if isinstance(named, ast.Name):
        return {constants[named.id]} if named.id in constants else set()
    return {named.value} if isinstance(named, ast.Constant) and isinstance(named.value, str) else set()


def test_every_layer_has_a_row():
    web = sources.ROOT / "marketplace" / "web"
    found = {"city-picker", "search suggestions", "photo viewer"}
    for path in sources.python_files("marketplace/web"):
        if "styleguide" in path.parts:
            continue
        tree = sources.tree(path)
        constants = {
            node.targets[0].id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _MAKERS:
                found |= _ids(node, constants)
    assert found | {"leave-guard"} == {layer.name for layer in LAYERS} | OTHERS.keys()
    scripts = [path for pattern in ("*.py", "*.jsx", "*.js") for path in web.rglob(pattern)]
    parts = {path.name for path in scripts if _SIGN.search(path.read_text()) and path.parent.name != "ssr"}
    assert parts == _PARTS, "what opens over the page calls addLayer or useLayer of layers.js and has a row"
