"""The patch that lets one build serve any address."""

from pathlib import Path

import pytest
import reflex_base

from marketplace.web.build import serve_anywhere


def test_the_client_of_the_installed_reflex_can_be_patched():
    source = Path(reflex_base.__file__).parent / ".templates/web/utils/state.js"

    patched = serve_anywhere(source.read_text())

    assert "endpoint.host = window.location.host" in patched
    assert "Assume websocket is on https port" not in patched


def test_an_unknown_client_is_refused():
    with pytest.raises(RuntimeError):
        serve_anywhere("export const other = () => {};")
