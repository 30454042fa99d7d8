"""The patch that lets one build serve any address."""

import re
from pathlib import Path

import pytest
import reflex_base

from marketplace.web.build import gather_icons, keep_scheme, make_elements_plainly, pass_on, serve_anywhere
from marketplace.web.site import list_pages


def test_the_client_of_the_installed_reflex_can_be_patched():
    source = Path(reflex_base.__file__).parent / ".templates/web/utils/state.js"

    patched = serve_anywhere(source.read_text())

    assert "endpoint.host = window.location.host" in patched
    assert "Assume websocket is on https port" not in patched


def test_development_passes_on_what_is_no_page():
    config = (Path(reflex_base.__file__).parent / "compiler/templates.py").read_text()

    changed = pass_on(config)

    assert changed.count("process.env.REFLEX_API_URL") == 1
    assert pass_on(changed) == changed


def test_an_unknown_client_is_refused():
    with pytest.raises(RuntimeError):
        serve_anywhere("export const other = () => {};")


def test_icons_are_gathered_once():
    source = Path(reflex_base.__file__).parent / "compiler/templates.py"
    config = source.read_text()

    gathered = gather_icons(config)

    assert gathered.count("lucide-react/") == config.count("lucide-react/") + 1
    assert gather_icons(gathered) == gathered


def test_elements_are_made_plainly_once():
    config = (Path(reflex_base.__file__).parent / "compiler/templates.py").read_text()

    changed = make_elements_plainly(config)

    assert changed.count("utils/element.js") == 1
    assert make_elements_plainly(changed) == changed


def test_a_page_that_has_its_scheme_is_not_restyled():
    theme = (Path(reflex_base.__file__).parent / ".templates/web/utils/react-theme.js").read_text()

    changed = keep_scheme(theme)

    assert changed.count("contains(resolvedTheme)") == 1
    assert keep_scheme(changed) == changed


@pytest.mark.parametrize("change", [gather_icons, make_elements_plainly, keep_scheme, pass_on])
def test_an_unknown_bundler_configuration_is_refused(change):
    with pytest.raises(RuntimeError):
        change("export default {};")


@pytest.mark.parametrize("page", list_pages(), ids=lambda page: page.route)
def test_no_style_needs_a_stylesheet_of_its_own(page):
    """`css` becomes an element's own `style`, which knows no selectors and no conditions: those are class names here."""
    for found in re.findall(r"\bcss:\(\{(.*?)\}\)", str(page.component()), re.DOTALL):
        assert not re.search(r'\{|\["[^A-Za-z-]', found), found
