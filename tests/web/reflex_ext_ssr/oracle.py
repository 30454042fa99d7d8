"""What Node and React make of the same expressions and components, as the measure of ours."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import reflex_base
from reflex_base.compiler.templates import _RenderUtils
from reflex_base.components.component import BaseComponent

from marketplace.web.reflex_ext.ssr.code import NAMESPACE, Code
from marketplace.web.reflex_ext.ssr.expressions import Expressions, Names
from marketplace.web.reflex_ext.ssr.javascript import UNDEFINED, plain, stringify

NODE = shutil.which("node")
ROOT = Path(__file__).parents[3]
REACT = ROOT / ".web" / "node_modules" / "react-dom"
_STATE_JS = Path(reflex_base.__file__).parent / ".templates" / "web" / "utils" / "state.js"


def evaluate(source: str, values: dict[str, Any]) -> Any:
    """Compile an expression and evaluate it with these variables."""
    expressions = Expressions(Names())
    expressions.bind(**{name: Code(f"v_{name}") for name in values})
    code = expressions.compile(source)
    return eval(code.source, {**NAMESPACE, **{f"v_{name}": plain(value) for name, value in values.items()}})


def comparable(value: Any) -> Any:
    """A value that tells undefined, NaN, the infinities and the kinds of numbers apart as far as JavaScript does."""
    if value is UNDEFINED:
        return {"$": "undefined"}
    if type(value) in (int, float):
        if value != value or value in (float("inf"), float("-inf")):
            return {"$": str(value)}
        return {"$": float(value)}
    if isinstance(value, list | tuple):
        return [comparable(each) for each in value]
    if isinstance(value, dict):
        return {name: comparable(each) for name, each in value.items()}
    return value


def _run(script: str) -> Any:
    done = subprocess.run([NODE or "", "-"], input=script, capture_output=True, text=True, check=True, cwd=ROOT)
    return json.loads(done.stdout)


def _reflex_functions() -> str:
    text = _STATE_JS.read_text(encoding="utf-8")
    start, end = text.index("export const isTrue"), text.index("export const pyFlatMap")
    return text[start:end].rpartition("/***")[0].replace("export const", "const")


_COMPARABLE = """
const comparable = (value) => {
  if (value === undefined) return { $: "undefined" };
  if (typeof value === "number") {
    if (Number.isNaN(value)) return { $: "nan" };
    return { $: Number.isFinite(value) ? value : value > 0 ? "inf" : "-inf" };
  }
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(comparable);
  if (value === Object(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, comparable(each)]));
  return value;
};
"""


def in_node(sources: list[str], values: dict[str, Any]) -> list[Any]:
    """Evaluate expressions in Node; the results are comparable."""
    names = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in values.items())
    made = ",\n".join(f"() => ({source})" for source in sources)
    script = f"{_reflex_functions()}{_COMPARABLE}{names}console.log(JSON.stringify([{made}].map((make) => comparable(make()))));"
    return [_floats(each) for each in _run(script)]


def _floats(value: Any) -> Any:
    if isinstance(value, list):
        return [_floats(each) for each in value]
    if isinstance(value, dict):
        return {
            name: float(each) if name == "$" and type(each) is int else _floats(each) for name, each in value.items()
        }
    return value


def _for_react(tree: Any) -> Any:
    """A rendered component without handlers, refs and styles, and with `x-` elements for components in JavaScript."""
    if isinstance(tree, list | tuple):
        return type(tree)(_for_react(each) for each in tree)
    if not isinstance(tree, dict):
        return tree
    tree = {key: value if key in ("props", "iterable") else _for_react(value) for key, value in tree.items()}
    name = tree.get("name", "")
    if "props" in tree and "iterable" not in tree:
        tree["props"] = [each for each in tree["props"] if not each.startswith(("on", "css:", "ref:", "key:"))]
        if name and not name.startswith('"') and name not in ("Fragment", "ReactRouterLink"):
            tree |= {"name": f'"{stand_in(name)}"', "props": []}
    return tree


def stand_in(name: str) -> str:
    """The element that stands for a component in JavaScript."""
    return "x-" + name.lower().replace("_", "-")


def in_react(components: list[tuple[BaseComponent, dict[str, Any]]]) -> list[str]:
    """Render components with React's own server renderer, each with JavaScript's variables of these names."""
    made = []
    for component, values in components:
        names = "".join(f"const {name} = {stringify(value)};\n" for name, value in values.items())
        made.append(
            f"() => {{ {names} return renderToString({_RenderUtils.render(_for_react(component.render()))}); }}"
        )
    return _run(
        f"""const {{ createElement, Fragment }} = require("./.web/node_modules/react");
const {{ renderToString }} = require("./.web/node_modules/react-dom/server");
console.error = () => {{}};
const jsx = (type, props, ...children) => createElement(type, props, ...children);
const ReactRouterLink = ({{ to, ...rest }}) => createElement("a", {{ ...rest, href: to }});
{_reflex_functions()}console.log(JSON.stringify([{",".join(made)}].map((make) => make())));"""
    )
