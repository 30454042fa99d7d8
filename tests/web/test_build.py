"""The patch that lets one build serve any address."""

from pathlib import Path

import pytest
import reflex_base

from marketplace.web.build import gather_icons, serve_anywhere


def test_the_client_of_the_installed_reflex_can_be_patched():
    source = Path(reflex_base.__file__).parent / ".templates/web/utils/state.js"

    patched = serve_anywhere(source.read_text())

    assert "endpoint.host = window.location.host" in patched
    assert "Assume websocket is on https port" not in patched


def test_an_unknown_client_is_refused():
    with pytest.raises(RuntimeError):
        serve_anywhere("export const other = () => {};")


def test_icons_are_gathered_once():
    source = Path(reflex_base.__file__).parent / "compiler/templates.py"
    config = source.read_text()

    gathered = gather_icons(config)

    assert gathered.count("lucide-react/") == config.count("lucide-react/") + 1
    assert gather_icons(gathered) == gathered


def test_an_unknown_bundler_configuration_is_refused():
    with pytest.raises(RuntimeError):
        gather_icons("export default {};")
