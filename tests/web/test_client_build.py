"""The patches of the front-end build."""

import re
from pathlib import Path

import pytest
import reflex_base

from marketplace.web.page_registry import list_pages
from marketplace.web.reflex_ext import client_build
from marketplace.web.reflex_ext.client_build import (
    PACKAGES,
    PortableBuild,
    add_dev_proxy,
    connect_after_hydration,
    keep_server_vars,
    list_packages,
    prerender_all,
    replace_emotion,
    sample_path,
    skip_unchanged_scheme,
    tell_events,
    use_page_origin,
    use_server_states,
)


def test_installed_reflex_client_can_be_patched():
    source = Path(reflex_base.__file__).parent / ".templates/web/utils/state.js"

    patched = use_page_origin(source.read_text())

    assert "endpoint.host = window.location.host" in patched
    assert "Assume websocket is on https port" not in patched


def test_the_client_connects_after_hydration():
    source = (Path(reflex_base.__file__).parent / ".templates/web/utils/state.js").read_text()

    changed = connect_after_hydration(source)

    assert "data-live" in changed
    assert connect_after_hydration(changed) == changed


def test_the_values_of_the_page_are_kept_from_the_first_update():
    source = (Path(reflex_base.__file__).parent / ".templates/web/utils/state.js").read_text()

    changed = keep_server_vars(source)

    assert changed.count("keepServerVars(delta);") == 1
    assert keep_server_vars(changed) == changed


def test_the_client_tells_of_events():
    source = (Path(reflex_base.__file__).parent / ".templates/web/utils/state.js").read_text()

    changed = tell_events(source)

    assert changed.count('new Event("marketplace:events")') == 1
    assert tell_events(changed) == changed


def test_development_server_proxies_other_paths():
    config = (Path(reflex_base.__file__).parent / "compiler/templates.py").read_text()

    changed = add_dev_proxy(config)

    assert changed.count("process.env.REFLEX_API_URL") == 1
    assert add_dev_proxy(changed) == changed


def test_unknown_client_is_refused():
    with pytest.raises(RuntimeError):
        use_page_origin("export const other = () => {};")


def test_emotion_alias_is_added_once():
    config = (Path(reflex_base.__file__).parent / "compiler/templates.py").read_text()

    changed = replace_emotion(config)

    assert changed.count("utils/element.js") == 1
    assert replace_emotion(changed) == changed


def test_unchanged_color_scheme_is_not_set():
    theme = (Path(reflex_base.__file__).parent / ".templates/web/utils/react-theme.js").read_text()

    changed = skip_unchanged_scheme(theme)

    assert changed.count("contains(resolvedTheme)") == 1
    assert skip_unchanged_scheme(changed) == changed


@pytest.mark.parametrize(
    "change", [replace_emotion, skip_unchanged_scheme, add_dev_proxy, connect_after_hydration, keep_server_vars]
)
def test_unknown_bundler_configuration_is_refused(change):
    with pytest.raises(RuntimeError):
        change("export default {};")


@pytest.mark.parametrize("page", list_pages(), ids=lambda page: page.route)
def test_no_component_needs_a_runtime_stylesheet(page):
    """`css` becomes the element's `style`, which has no selectors and conditions; those have to be class names."""
    for found in re.findall(r"\bcss:\(\{(.*?)\}\)", str(page.component()), re.DOTALL):
        assert not re.search(r'\{|\["[^A-Za-z-]', found), found


def test_a_page_alone_keeps_the_packages_of_all():
    assert list_packages("") == PACKAGES
    assert {"embla-carousel-react@8.6.0", *PACKAGES} <= set(list_packages("wishlist"))


def test_app_begins_with_the_states_of_the_server_once():
    config = (Path(reflex_base.__file__).parent / "compiler/templates.py").read_text()

    changed = use_server_states(config)

    assert changed.count('getElementById("page-state")') == 1
    assert use_server_states(changed) == changed
    with pytest.raises(RuntimeError):
        use_server_states("export const initialState = {};")


def test_routes_with_parameters_are_prerendered():
    config = 'export default {"ssr": false, "prerender": true, "build": "build"};'

    changed = prerender_all(config, ["index", "products/[product_id]", "seller/ads/[product_id]/calendar", "404"])

    assert '"prerender": ["/", "/404", "/products/_", "/seller/ads/_/calendar"]' in changed
    with pytest.raises(RuntimeError):
        prerender_all("export default {};", [])


@pytest.mark.parametrize(("mode", "is_changed"), [("prod", True), ("dev", False)])
def test_only_a_production_build_prerenders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, is_changed: bool
):
    """`reflex run --env dev` writes a configuration without prerendering, in which there is nothing to replace."""
    monkeypatch.setenv("REFLEX_ENV_MODE", mode)
    monkeypatch.delenv("REFLEX_SSR", raising=False)
    monkeypatch.setattr(client_build, "get_web_dir", lambda: tmp_path)
    (tmp_path / "utils").mkdir()
    changed = []
    PortableBuild().pre_compile(
        unevaluated_pages=[],
        add_save_task=lambda _save: None,
        add_modify_task=lambda path, _modify: changed.append(path),
    )
    assert ("react-router.config.js" in changed) is is_changed


def test_routes_have_different_sample_paths():
    routes = [page.route for page in list_pages()]
    assert len({sample_path(route) for route in routes}) == len(routes)
