"""React's own server renderer makes the same of every page."""

from typing import Any

import pytest
from reflex_base.components.component import NoSSRComponent
from reflex_base.components.memo import MemoComponent
from reflex_base.constants.state import FIELD_MARKER
from reflex_base.utils.format import format_state_name

from marketplace.web.page_registry import list_pages
from marketplace.web.reflex_ext.ssr import Element, Registry, Template, compile_component, default_registry
from marketplace.web.reflex_ext.ssr.javascript import plain
from marketplace.web.reflex_ext.ssr.states import find_states, value_of_var
from marketplace.web.server_views import server_views
from tests.web.reflex_ext_ssr import oracle, samples
from tests.web.reflex_ext_ssr.parsing import Found, parse

pytestmark = pytest.mark.skipif(
    oracle.NODE is None or not oracle.REACT.exists(), reason="needs node and a build of the app"
)
SAMPLES: dict[str, list[samples.Values]] = {
    "/": [samples.home()],
    "/products/search": [samples.browse(), samples.browse(as_rows=True)],
    "/products/[product_id]": [samples.ad()],
}


def _stand_ins() -> Registry:
    """Return views that show a placeholder element for each component in JavaScript, as `oracle.in_react` does."""
    views, registry = server_views(), default_registry()
    own = set(views.classes) - set(registry.classes)
    registry.view(*own, MemoComponent, NoSSRComponent)(
        lambda component: Element(oracle.stand_in(component._get_tag_name()), {}, component.children)
    )
    registry.client_names.update(views.client_names)
    registry.trusted_html.update(views.trusted_html)
    return registry


def _names(template: Template, values: samples.Values) -> dict[str, Any]:
    states: dict[str, dict[str, Any]] = {name: {} for name in find_states()}
    for state, var in template.uses:
        found = plain(value_of_var(state, var, values))
        states[format_state_name(state.get_full_name())][var + FIELD_MARKER] = found
    return states | samples.CLIENT_NAMES


def _comparable(html: str) -> Found:
    # React adds links that load images early; styles are Emotion's there.
    found = [each for each in parse(html) if each[:2] != ("<", "link")]
    return [
        (*each[:2], {name: value for name, value in each[2].items() if name != "style"}) if each[0] == "<" else each
        for each in found
    ]


def test_every_page_is_what_react_makes_of_it():
    registry = _stand_ins()
    rendered, components = [], []
    for page in list_pages():
        component = page.component()
        template = compile_component(component, registry)
        for values in [{}, *SAMPLES.get(page.route, [])]:
            rendered.append((page.route, template.render(values, samples.CLIENT_NAMES)))
            components.append((component, _names(template, values)))
    for (route, html), expected in zip(rendered, oracle.in_react(components), strict=True):
        assert _comparable(html) == _comparable(expected), route
