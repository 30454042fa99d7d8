"""Compiles HTML elements: attributes, form controls, and what is in them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any

from reflex_components_core.base.bare import Bare

from marketplace.web.reflex_ext.ssr import attributes
from marketplace.web.reflex_ext.ssr.code import NAMESPACE, Code, CompileError, call, constant
from marketplace.web.reflex_ext.ssr.expressions import Expressions
from marketplace.web.reflex_ext.ssr.javascript import is_present, items, to_string
from marketplace.web.reflex_ext.ssr.output import BETWEEN_TEXTS, Output
from marketplace.web.reflex_ext.ssr.registry import Part, expression

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_RAW = {"script", "style"}


def text(value: Any) -> str:
    """Return a child as React shows it: no booleans, null or undefined; the elements of a list one after the other."""
    if type(value) is str:
        return escape(value)
    if isinstance(value, list | tuple):
        return BETWEEN_TEXTS.join(filter(None, map(text, items(value))))
    return "" if type(value) is not int and type(value) is not float else to_string(value)


def _form_value(value: Any) -> str:
    return "\n" * (to_string(value)[:1] == "\n") + escape(to_string(value))


def _is_selected(chosen: Any, value: Any) -> bool:
    if isinstance(chosen, list | tuple):
        return to_string(value) in map(to_string, chosen)
    return is_present(chosen) and to_string(chosen) == to_string(value)


# Names that a compiled function uses.
RUNTIME = {
    **NAMESPACE,
    **attributes.WRITERS,
    "escape": escape,
    "text": text,
    "form_value": _form_value,
    "is_selected": _is_selected,
}


def apply(name: str, *args: Code) -> str | Code:
    """Return the result of a function of `RUNTIME` that writes HTML: itself if it is known, else its code."""
    if all(each.is_constant for each in args):
        return RUNTIME[name](*[each.value for each in args])
    return Code(f"{name}({', '.join(each.source for each in args)})")


class Elements:
    """Writes elements.

    Args:
        trusted_html: expressions of vars that may be HTML.
        write_children: compiles what is in an element.
    """

    def __init__(
        self,
        expressions: Expressions,
        output: Output,
        trusted_html: set[str],
        write_children: Callable[[Iterable[Part]], None],
    ) -> None:
        self._expressions = expressions
        self._output = output
        self._trusted_html = trusted_html
        self._parts = write_children
        # The value of the select around the current part.
        self._selected: Code | None = None

    def write(self, tag: str, props: Mapping[str, Any], children: Sequence[Part]) -> None:
        """Write an element with its children; `props` are React's by name."""
        codes = {
            name: self._expressions.compile_value(value)
            for name, value in props.items()
            if value is not None and not attributes.is_left_out(name) and name not in ("css", "style")
        }
        html = codes.pop("dangerouslySetInnerHTML", None)
        if not tag.replace("-", "a").isalnum():
            raise CompileError(f"{tag} is no name of an element")
        selected = self._selected
        self._output.write(f"<{tag}")
        content = self._controlled(tag, codes, children)
        for name, code in codes.items():
            self._attribute(tag, name, code)
        self._styles(props)
        self._output.write(">")
        self._output.after_text = False
        if html is not None:
            self._html(html, props["dangerouslySetInnerHTML"])
        elif content is not None:
            self._output.write(content)
        elif tag in _RAW:
            self._raw(tag, children)
        elif tag not in VOID:
            self._parts(children)
        if tag not in VOID:
            self._output.write(f"</{tag}>")
        self._output.after_text = False
        self._selected = selected

    def _attribute(self, tag: str, name: str, code: Code) -> None:
        write = attributes.writer(name)
        if write is None:
            raise CompileError(f"the attribute {name} is not supported")
        start = f" {attributes.dom_name(tag, name)}"
        if code.kind == "string" and not code.is_constant and write is attributes.plain_attribute:
            self._output.write(f'{start}="', Code(f"escape({code.source})"), '"')
        else:
            self._output.write(apply(write.__name__, constant(start), code))

    def _controlled(self, tag: str, codes: dict[str, Code], children: Sequence[Part]) -> str | Code | None:
        """Turn the props of form controls into what HTML knows; returns the content of a textarea."""
        default_checked = codes.pop("defaultChecked", None)
        if default_checked is not None:
            codes.setdefault("checked", default_checked)
        default, value = codes.pop("defaultValue", None), codes.get("value")
        if value is None:
            value = default
        elif default is not None and not value.is_constant:
            value = Code(f"({value.source} if is_present({value.source}) else {default.source})")
        if tag == "select":
            codes.pop("value", None)
            self._selected = value
        elif tag == "textarea":
            codes.pop("value", None)
            if value is not None:
                return apply(
                    "form_value",
                    Code(f"({value.source} if is_present({value.source}) else '')") if not value.is_constant else value,
                )
        elif tag == "option":
            self._option(codes, children)
        elif value is not None:
            codes["value"] = value
        return None

    def _option(self, codes: dict[str, Code], children: Sequence[Part]) -> None:
        if self._selected is None:
            return
        value = codes.get("value")
        if value is None:
            if len(children) != 1 or not isinstance(children[0], Bare):
                raise CompileError("an option without a value must have one text")
            value = self._expressions.compile_value(children[0].contents)
        codes["selected"] = Code(f"is_selected({self._selected.source}, {value.source})", "boolean")

    def _styles(self, props: Mapping[str, Any]) -> None:
        found: dict[str, Code] = {}
        for name in ("style", "css"):
            if props.get(name) is not None:
                found.update(self._expressions.compile_object(expression(props[name])))
        for name, code in found.items():
            nested = code.is_constant and isinstance(code.value, dict | list)
            if nested or not name.replace("-", "a").isalnum() or code.source[:1] in "[{":
                raise CompileError(f"the style {name} needs a style sheet")
        if found:
            pairs = ", ".join(f"{name!r}: {code.source}" for name, code in found.items())
            known = all(code.is_constant for code in found.values())
            styles = constant({name: code.value for name, code in found.items()}) if known else Code("{" + pairs + "}")
            self._output.write(apply("style_attribute", constant(" style"), styles))

    def _html(self, code: Code, source: Any) -> None:
        trusted = any(expression(source) == f'({{ ["__html"] : {var} }})' for var in self._trusted_html)
        html = call("get", code, constant("__html"))
        if not html.is_constant and not trusted:
            raise CompileError("HTML from a var that is not registered with trust_html")
        self._output.write(to_string(html.value) if html.is_constant else call("to_string", html))

    def _raw(self, tag: str, children: Sequence[Part]) -> None:
        for child in children:
            code = self._expressions.compile_value(child.contents) if isinstance(child, Bare) else Code("")
            if not code.is_constant or f"</{tag}" in to_string(code.value).lower() or "<!--" in to_string(code.value):
                raise CompileError(f"the content of {tag} must be a text that is known and doesn't end it")
            self._output.write(to_string(code.value))
