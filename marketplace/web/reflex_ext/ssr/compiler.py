"""Compiles a component tree into the source of one Python function."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from reflex.state import BaseState
from reflex_base.components.component import BaseComponent, Component
from reflex_base.components.memo import MemoComponent
from reflex_base.constants.state import FIELD_MARKER
from reflex_components_core.base.bare import Bare
from reflex_components_core.core.cond import Cond
from reflex_components_core.core.foreach import Foreach
from reflex_components_core.core.match import Match

from marketplace.web.reflex_ext.ssr.code import Code, CompileError, call, condition
from marketplace.web.reflex_ext.ssr.elements import RUNTIME, Elements, apply
from marketplace.web.reflex_ext.ssr.expressions import Expressions, Names
from marketplace.web.reflex_ext.ssr.output import Output
from marketplace.web.reflex_ext.ssr.registry import Element, Part, Registry, props_of
from marketplace.web.reflex_ext.ssr.states import find_states, has_var, is_async
from marketplace.web.reflex_ext.ssr.template import Template


class _Names(Names):
    """State vars and registered names, which become variables at the start of the function."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._states = find_states()
        self.vars: dict[tuple[type[BaseState], str], Code] = {}
        self.client_names: dict[str, Any] = {}

    def find(self, name: str) -> Code:
        if name not in self._registry.client_names:
            return super().find(name)
        self.client_names[name] = self._registry.client_names[name]
        return Code(f"client_names[{name!r}]")

    def find_var(self, state: str, var: str) -> Code | None:
        found = self._states.get(state)
        if found is None:
            return None
        name = var.removesuffix(FIELD_MARKER)
        if not has_var(found, name) or is_async(found, name):
            raise CompileError(f"no var {name} of {state} that can be read")
        return self.vars.setdefault((found, name), Code(f"s{len(self.vars)}"))


class Compiler:
    """Compiles one component."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._names = _Names(registry)
        self._expressions = Expressions(self._names)
        self._output = Output()
        self._elements = Elements(self._expressions, self._output, registry.trusted_html, self._parts)
        self._path: list[str] = []

    def compile(self, component: Part) -> Template:
        """Return the template.

        Raises:
            CompileError: the server can't render a part; the message names it and what is around it.
        """
        try:
            self._part(component)
        except CompileError as error:
            raise CompileError(f"{' > '.join(self._path)}: {error}") from None
        self._output.flush()
        start = ["def render(values, client_names):", "    out = []", "    write = out.extend"]
        names = ", ".join(code.source for code in self._names.vars.values())
        if names:
            start.append(f"    ({names},) = values")
        source = "\n".join([*start, *self._output.lines, "    return out"])
        scope: dict[str, Any] = dict(RUNTIME)
        # The source is made of our own components; texts and attributes in it are quoted by `repr`.
        exec(compile(source, "<compiled component>", "exec"), scope)  # noqa: S102
        return Template(tuple(self._names.vars), dict(self._names.client_names), scope["render"])

    @contextmanager
    def _inside(self, name: str) -> Iterator[None]:
        self._path.append(name)
        yield
        # Not after an error, which is reported with the path.
        self._path.pop()

    def _parts(self, parts: Iterable[Part]) -> None:
        for part in parts:
            self._part(part)

    def _part(self, part: Part) -> None:
        if isinstance(part, Element):
            with self._inside(part.tag):
                self._elements.write(part.tag, part.props, part.children)
            return
        view = self._registry.find(part)
        if view is not None:
            with self._inside(type(part).__name__):
                shown = view(part)
                self._parts([shown] if isinstance(shown, BaseComponent | Element) else shown)
        elif isinstance(part, Bare):
            self._text(part)
        elif isinstance(part, Cond):
            self._cond(part)
        elif isinstance(part, Foreach):
            self._foreach(part)
        elif isinstance(part, Match):
            self._match(part)
        elif isinstance(part, MemoComponent):
            self._memo(part)
        else:
            self._component(part)

    def _component(self, part: BaseComponent) -> None:
        name = part._get_tag_name() if isinstance(part, Component) else ""
        with self._inside(name.strip('"') or type(part).__name__):
            if not isinstance(part, Component) or not name.startswith('"'):
                raise CompileError("this component is not registered")
            self._elements.write(name.strip('"'), props_of(part), part.children)

    def _memo(self, part: MemoComponent) -> None:
        definition = part._memo_definition
        with self._inside(type(part).__name__.removeprefix("MemoComponent_")):
            if definition is None or definition.params:
                raise CompileError("a memo with parameters is not supported")
            self._part(definition.component)

    def _text(self, part: Bare) -> None:
        code = self._expressions.compile_value(part.contents)
        if code.kind == "string" and not code.is_constant:
            self._output.text(Code(f"escape({code.source})"))
        else:
            self._output.text(apply("text", code))

    def _branches(self, branches: Iterable[tuple[str, Part]]) -> None:
        after_text = ends_with_text = self._output.after_text
        self._output.flush()
        start, count = len(self._output.lines), 0
        for head, part in branches:
            self._output.after_text = after_text
            with self._output.block(head):
                self._part(part)
            ends_with_text = ends_with_text or self._output.after_text
            count += 1
        self._output.after_text = ends_with_text
        # Behaviour without a look is often behind a condition.
        if len(self._output.lines) == start + 2 * count and all(
            line.endswith("    pass") for line in self._output.lines[start + 1 :: 2]
        ):
            del self._output.lines[start:]

    def _cond(self, part: Cond) -> None:
        test = condition(self._expressions.compile_value(part.cond))
        yes, no = part._get_cond_children()
        if test.is_constant:
            self._part(yes if test.value else no)
        else:
            self._branches([(f"if {test.source}:", yes), ("else:", no)])

    def _match(self, part: Match) -> None:
        subject = self._expressions.local()
        self._output.flush()
        self._output.line(f"{subject} = {call('JSON_stringify', self._expressions.compile_value(part.cond)).source}")
        branches: list[tuple[str, Part]] = []
        for (conditions, _), child in zip(part.match_cases, part.children, strict=False):
            values = ", ".join(
                call("JSON_stringify", self._expressions.compile_value(each)).source for each in conditions
            )
            branches.append((f"{'elif' if branches else 'if'} {subject} in ({values},):", child))
        self._branches([*branches, ("else:", part.children[-1])])

    def _foreach(self, part: Foreach) -> None:
        tag = part._render()
        index, item = self._expressions.local("i"), self._expressions.local("x")
        values = call("items", self._expressions.compile_value(part.iterable))
        before = self._expressions.bind(**{tag.arg_var_name: Code(item), tag.index_var_name: Code(index)})
        # One iteration may end with a text and the next one begin with a text.
        self._output.after_text = True
        with self._output.block(f"for {index}, {item} in enumerate({values.source}):"):
            self._parts(part.children)
        self._expressions.bind(**before)
        self._output.after_text = True


def compile_component(component: BaseComponent, registry: Registry) -> Template:
    """Compile a component for the server; the registry says what it shows for components that exist only in JavaScript.

    Raises:
        CompileError: the server can't render a part; the message names it and what is around it.
    """
    return Compiler(registry).compile(component)
