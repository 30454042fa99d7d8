"""What the server shows for components that exist only in JavaScript."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from reflex_base.components.component import BaseComponent, Component, NoSSRComponent
from reflex_base.vars.base import LiteralVar, Var
from reflex_components_core.base.fragment import Fragment
from reflex_components_core.react_router.dom import ReactRouterLink

from marketplace.web.reflex_ext.ssr.code import CompileError


@dataclass(frozen=True, slots=True)
class Element:
    """An HTML element.

    Attributes:
        tag: its name.
        props: React's props by name; Vars, literal values or, as `Var(_js_expr=...)`, expressions.
        children: components and elements.
    """

    tag: str
    props: Mapping[str, Any] = field(default_factory=dict)
    children: Sequence["Part"] = ()


Part = BaseComponent | Element
# Props of a link that only the router in the browser reads.
_ROUTING = ("to", "replace", "reloadDocument", "preventScrollReset", "discover", "viewTransition", "state", "relative")
View = Callable[[Any], Part | Sequence[Part]]


class Registry:
    """Server views of component classes; a class without one has that of its closest base class."""

    def __init__(self) -> None:
        self._views: dict[type[BaseComponent], View] = {}
        self.client_names: dict[str, Any] = {}
        self.trusted_html: set[str] = set()

    @property
    def classes(self) -> Set[type[BaseComponent]]:
        """The classes that have a view."""
        return self._views.keys()

    def view(self, *classes: type[BaseComponent]) -> Callable[[View], View]:
        """Decorate a function that returns what the server shows for a component of these classes."""

        def register(function: View) -> View:
            self._views.update(dict.fromkeys(classes, function))
            return function

        return register

    def show_children(self, *classes: type[BaseComponent]) -> None:
        """Register classes whose components show nothing but their children."""
        self.view(*classes)(lambda component: component.children)

    def show_nothing(self, *classes: type[BaseComponent]) -> None:
        """Register classes whose components show nothing: they only add behaviour, or appear later in the browser."""
        self.view(*classes)(lambda _: ())

    def client_name(self, name: str, default: Any) -> None:
        """Register a JavaScript name that hooks of components define, and its value where `render` gets none."""
        self.client_names[name] = default

    def trust_html(self, var: Var) -> None:
        """Allow `rx.html` of this var. Its value must be HTML that the server made."""
        self.trusted_html.add(str(var))

    def find(self, component: BaseComponent) -> View | None:
        """Return the view of a component."""
        return next((self._views[each] for each in type(component).__mro__ if each in self._views), None)


def props_of(component: Component) -> dict[str, Var]:
    """Return the props of a component by their names in JavaScript.

    Raises:
        CompileError: it spreads an object over its props.
    """
    # Rendering without children is cheap, and only the rendered component has its final props.
    rendered = component._render().render([])
    component._replace_prop_names(rendered)
    found = {}
    for prop in rendered["props"]:
        name, colon, expression = prop[1:].partition('":') if prop.startswith('"') else prop.partition(":")
        if not colon or "." in name:
            raise CompileError(f"unknown prop {prop[:80]}")
        found[name] = Var(_js_expr=expression)
    return found


def with_props(component: Component, tag: str, *children: Part, without: Sequence[str] = (), **props: Any) -> Element:
    """Return an element with the props of a component: `<tag {...rest} {...props}>`.

    Args:
        without: names of props in JavaScript that the component keeps for itself.
        props: further props, by their names in JavaScript.
    """
    rest = {name: value for name, value in props_of(component).items() if name not in without}
    return Element(tag, {**rest, **props}, children or component.children)


def expression(value: Any) -> str:
    """Return the JavaScript of a Var or of a literal value."""
    return str(value if isinstance(value, Var) else LiteralVar.create(value))


def default_registry() -> Registry:
    """Return a registry with the components that come with Reflex."""
    registry = Registry()
    registry.show_children(Fragment)
    registry.show_nothing(NoSSRComponent)

    @registry.view(ReactRouterLink)
    def _link(link: ReactRouterLink) -> Part:
        return with_props(link, "a", without=_ROUTING, href=link.to)

    return registry
