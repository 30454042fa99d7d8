"""HTML as a list of what a parser finds in it."""

from html.parser import HTMLParser
from typing import Any

import reflex as rx

from marketplace.web.reflex_ext.ssr import compile_component, default_registry

Found = list[tuple[Any, ...]]


class _Collector(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: Found = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(("<", tag, dict(attrs)))

    # Void elements may be written with a slash.
    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        self.found.append((">", tag))

    def handle_data(self, data: str) -> None:
        # A parser may hand over one text in parts.
        if self.found and self.found[-1][0] == "text":
            data = self.found.pop()[1] + data
        self.found.append(("text", data))

    def handle_comment(self, data: str) -> None:
        self.found.append(("comment", data))


def parse(html: str, *, comments: bool = False) -> Found:
    """Elements, attributes and texts in order; comments only if asked for."""
    collector = _Collector()
    collector.feed(html)
    collector.close()
    found: Found = []
    for each in collector.found:
        if each[0] == "comment" and not comments:
            continue
        if each[0] == "text" and found and found[-1][0] == "text":
            found[-1] = ("text", found[-1][1] + each[1])
        else:
            found.append(each)
    return found


def render(component: rx.Component, **names: Any) -> str:
    """HTML of a component that uses these names, as `js(name)`."""
    registry = default_registry()
    for name, value in names.items():
        registry.client_name(name, value)
    return compile_component(component, registry).render()


def js(source: str, kind: Any = str) -> Any:
    """A Var with this expression."""
    return rx.Var(_js_expr=source, _var_type=kind).guess_type()
