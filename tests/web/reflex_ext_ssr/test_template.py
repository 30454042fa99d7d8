"""Templates take values of State vars, and registered views of components."""

import pytest
import reflex as rx
from reflex_components_core.react_router.dom import ReactRouterLink

from marketplace.web.auth.session_state import SessionState
from marketplace.web.layouts.footer import footer
from marketplace.web.layouts.header import header
from marketplace.web.pages.admin_queue.state import Queue, QueueState
from marketplace.web.pages.home.state import HomeState
from marketplace.web.reflex_ext.ssr import (
    CompileError,
    Element,
    Registry,
    compile_component,
    default_registry,
    with_props,
)
from marketplace.web.server_views import server_views

HOME, QUEUE = HomeState.get_full_name(), QueueState.get_full_name()


def test_vars_have_the_given_or_the_initial_value():
    template = compile_component(rx.el.p(HomeState.near_text, HomeState.loaded.to_string()), Registry())
    assert template.render() == "<p><!-- -->false</p>"
    assert template.render({HOME: {"near_text": "<sell>"}}) == "<p>&lt;sell&gt;<!-- -->false</p>"
    assert template.render({HOME: {"loaded": True}}) == "<p><!-- -->true</p>"
    # The values of one request are not those of the next.
    assert template.render() == "<p><!-- -->false</p>"
    assert set(template.uses) == {(HomeState, "near_text"), (HomeState, "loaded")}


def test_computed_vars_follow_the_given_values():
    template = compile_component(rx.cond(QueueState.all_chosen, rx.el.b("all"), rx.el.i("not all")), default_registry())
    assert template.render() == "<i>not all</i>"
    rows = Queue.model_construct(rows=("one", "two"))
    assert template.render({QUEUE: {"queue": rows, "chosen": ["1", "2"]}}) == "<b>all</b>"
    assert template.render({QUEUE: {"queue": rows, "chosen": ["1"]}}) == "<i>not all</i>"
    assert template.render({QUEUE: {"all_chosen": True}}) == "<b>all</b>"


def test_the_browser_gets_the_given_and_the_computed_vars():
    template = compile_component(rx.cond(QueueState.all_chosen, rx.el.b("all"), rx.el.i("not all")), default_registry())
    rows = Queue.model_construct(rows=("one", "two"))
    html, vars_ = template.render_with_vars({QUEUE: {"queue": rows, "chosen": ["1"]}, HOME: {"near_text": "sell"}})
    assert html == "<i>not all</i>"
    assert vars_ == {
        QUEUE: {"queue_rx_state_": rows, "chosen_rx_state_": ["1"], "all_chosen_rx_state_": False},
        HOME: {"near_text_rx_state_": "sell"},
    }


def test_a_misspelt_var_is_refused():
    template = compile_component(rx.el.p(HomeState.near_text), Registry())
    with pytest.raises(ValueError, match="has no var add_type"):
        template.render({HOME: {"add_type": "sell"}})
    # Values of other States may be there.
    assert template.render({SessionState.get_full_name(): {"whatever": 1}}) == "<p></p>"


def test_an_unregistered_component_is_named():
    with pytest.raises(CompileError, match="div > Fragment > section > Plain: this component is not registered"):
        compile_component(rx.el.div(rx.fragment(rx.el.section(Plain.create()))), default_registry())


class Plain(rx.Component):
    """A component without a view."""

    library = "plain"
    tag = "Plain"
    look: rx.Var[str]


class Fancy(Plain):
    """A component that is shown as its base class."""


def test_views_are_found_by_class_and_get_the_component():
    registry = default_registry()
    registry.view(Plain)(lambda plain: [rx.el.b(plain.look), with_props(plain, "p", without=("look",), title="t")])
    made = compile_component(Fancy.create("x", look="l", id="i", class_name="c"), registry).render()
    assert made == '<b>l</b><p class="c" id="i" title="t">x</p>'
    registry.view(Fancy)(lambda _: Element("hr"))
    assert compile_component(Fancy.create(), registry).render() == "<hr>"
    registry.show_nothing(Fancy)
    assert compile_component(Fancy.create("x"), registry).render() == ""
    registry.show_children(Fancy)
    assert compile_component(Fancy.create("x"), registry).render() == "x"


def test_names_of_hooks_have_a_default():
    registry = Registry()
    registry.client_name("addressPath", "/")
    template = compile_component(rx.el.p(rx.Var(_js_expr="addressPath", _var_type=str)), registry)
    assert template.client_names == {"addressPath": "/"}
    assert template.render() == "<p>/</p>"
    assert template.render(client_names={"addressPath": "/x"}) == "<p>/x</p>"


def test_memos_are_compiled_with_their_component():
    html = compile_component(footer(), server_views()).render()
    assert html.startswith("<footer")
    assert "<svg" in compile_component(header(), server_views()).render()


def test_links_of_the_router_are_links():
    made = compile_component(ReactRouterLink.create("x", to="/x", replace=True), default_registry()).render()
    assert made == '<a href="/x">x</a>'
