"""Compiles the JavaScript expressions that Reflex writes into Python expressions. Tree-sitter parses them."""

from itertools import count
from typing import Any

import tree_sitter_javascript
from reflex_base.vars.base import LiteralVar, Var
from tree_sitter import Language, Node, Parser

from marketplace.web.reflex_ext.ssr import javascript as js
from marketplace.web.reflex_ext.ssr.code import (
    NAMESPACE,
    OPERATORS,
    UNARY,
    Code,
    CompileError,
    call,
    choose,
    concatenate,
    condition,
    constant,
)
from marketplace.web.reflex_ext.ssr.functions import FUNCTIONS, KINDS, METHOD_KINDS, METHODS

_PARSER = Parser(Language(tree_sitter_javascript.language()))
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
_LITERALS = {"true": True, "false": False, "null": None, "undefined": js.UNDEFINED}
_OBJECTS = {name.partition(".")[0] for name in FUNCTIONS if "." in name}


def _string(node: Node) -> str:
    parts = []
    for child in node.named_children:
        text = _source(child)
        if child.type == "string_fragment":
            parts.append(text)
        elif text[1] in "ux":
            digits = text[2:].strip("{}")
            parts.append(chr(int(digits, 16)))
        else:
            parts.append(_ESCAPES.get(text[1:], text[1:]))
    # Characters beyond U+FFFF may be written as two escapes.
    return js.joined(parts)


def _number(text: str) -> float:
    number = js.to_number(text)
    if number != number:
        raise CompileError(f"unknown number {text}")
    return number


def _source(node: Node | None) -> str:
    return (node.text or b"").decode() if node else ""


class Names:
    """The names that an expression may use; `find` raises CompileError for others."""

    def find(self, name: str) -> Code:
        """Return the code of a name."""
        raise CompileError(f"unknown name {name}")

    def find_var(self, state: str, var: str) -> Code | None:
        """Return the code of a var of a State; None if there is no State of this name."""
        del state, var


class _Operators:
    """Compiles literals, names, members and operators."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._locals: dict[str, Code] = {}
        self._numbers = count(1)

    def local(self, prefix: str = "t") -> str:
        """Return a new name of a Python variable."""
        return f"{prefix}{next(self._numbers)}"

    def _node(self, node: Node | None) -> Code:
        method = getattr(self, f"_{node.type}", None) if node else None
        if node is None or method is None:
            raise CompileError(f"unknown syntax {node.type if node else 'nothing'} `{_source(node)[:80]}`")
        return method(node)

    def _field(self, node: Node, name: str) -> Code:
        return self._node(node.child_by_field_name(name))

    def _parenthesized_expression(self, node: Node) -> Code:
        return self._node(node.named_children[0])

    def _literal(self, node: Node) -> Code:
        return constant(_LITERALS[node.type])

    _true = _false = _null = _undefined = _literal

    def _number(self, node: Node) -> Code:
        return constant(_number(_source(node)))

    def _string(self, node: Node) -> Code:
        return constant(_string(node))

    def _template_string(self, node: Node) -> Code:
        code = constant("")
        for child in node.named_children:
            if child.type == "template_substitution":
                code = concatenate(code, self._node(child.named_children[0]))
            else:
                text = _source(child)
                code = concatenate(
                    code, constant(text if child.type == "string_fragment" else _ESCAPES.get(text[1:], text[1:]))
                )
        return code

    def _array(self, node: Node) -> Code:
        codes = [self._node(child) for child in node.named_children]
        if all(code.is_constant for code in codes):
            return constant([code.value for code in codes])
        return Code(f"[{', '.join(code.source for code in codes)}]")

    def _object(self, node: Node) -> Code:
        pairs = list(self._pairs(node).items())
        if all(code.is_constant for _, code in pairs):
            return constant({key: code.value for key, code in pairs})
        return Code("{" + ", ".join(f"{key!r}: {code.source}" for key, code in pairs) + "}")

    def _pairs(self, node: Node) -> dict[str, Code]:
        found = {}
        for pair in node.named_children:
            key = pair.child_by_field_name("key")
            if pair.type != "pair" or key is None:
                raise CompileError(f"unknown syntax {pair.type} in an object")
            name = self._node(key.named_children[0]) if key.type == "computed_property_name" else constant(_source(key))
            if key.type == "string":
                name = constant(_string(key))
            if not name.is_constant:
                raise CompileError("the key of an object is not known")
            found[js.to_string(name.value)] = self._field(pair, "value")
        return found

    def _identifier(self, node: Node) -> Code:
        name = _source(node)
        return self._locals.get(name) or self._names.find(name)

    def _member_expression(self, node: Node) -> Code:
        target, name = node.child_by_field_name("object"), _source(node.child_by_field_name("property"))
        if target is not None and target.type == "identifier":
            var = self._names.find_var(_source(target), name)
            if var is not None:
                return var
        return call("get", self._node(target), constant(name))

    def _subscript_expression(self, node: Node) -> Code:
        return call("get", self._field(node, "object"), self._field(node, "index"))

    def _ternary_expression(self, node: Node) -> Code:
        return choose(*[self._field(node, name) for name in ("condition", "consequence", "alternative")])

    def _unary_expression(self, node: Node) -> Code:
        sign = _source(node.child_by_field_name("operator"))
        value = self._field(node, "argument")
        if sign not in UNARY:
            raise CompileError(f"unknown operator {sign}")
        if sign == "!" and not value.is_constant:
            return Code(f"(not {condition(value).source})", "boolean")
        name, _, kind = UNARY[sign]
        return call(name, value, kind=kind)

    def _binary_expression(self, node: Node) -> Code:
        sign = _source(node.child_by_field_name("operator"))
        left, right = self._field(node, "left"), self._field(node, "right")
        if sign in ("&&", "||", "??"):
            return self._short_circuit(sign, left, right)
        if sign == "+":
            return concatenate(left, right)
        if sign in ("===", "!==") and "string" in (left.kind, right.kind):
            # A text equals only texts, so Python compares as JavaScript does.
            return Code(f"({left.source} {sign[:2]} {right.source})", "boolean")
        if sign not in OPERATORS:
            raise CompileError(f"unknown operator {sign}")
        name, _, kind = OPERATORS[sign]
        return call(name, left, right, kind=kind)

    def _short_circuit(self, sign: str, left: Code, right: Code, test: str = "") -> Code:
        test = test or ("is_present" if sign == "??" else "truthy")
        if left.is_constant:
            return (
                (right if NAMESPACE[test](left.value) else left)
                if sign == "&&"
                else (left if NAMESPACE[test](left.value) else right)
            )
        name = self.local()
        value = f"({name} := {left.source})"
        checked = value if left.kind and test != "is_present" else f"{test}({value})"
        kind = left.kind if left.kind == right.kind else ""
        if sign == "&&":
            return Code(f"({right.source} if {checked} else {name})", kind)
        return Code(f"({name} if {checked} else {right.source})", kind)


class Expressions(_Operators):
    """Compiles the expressions of one template: the above, functions and calls."""

    def bind(self, **names: Code | None) -> dict[str, Code | None]:
        """Bind JavaScript names, None to unbind; returns what `bind` takes to undo it."""
        before = {name: self._locals.get(name) for name in names}
        for name, code in names.items():
            if code is None:
                self._locals.pop(name, None)
            else:
                self._locals[name] = code
        return before

    def compile(self, source: str) -> Code:
        """Compile an expression.

        Raises:
            CompileError: it uses something that isn't supported.
        """
        node = _parse(source)
        try:
            return self._node(node)
        except CompileError as error:
            raise CompileError(f"{error} in `{source[:200]}`") from None

    def compile_object(self, source: str) -> dict[str, Code]:
        """Compile an object literal, property by property.

        Raises:
            CompileError: it is something else.
        """
        node = _parse(source)
        while node.type == "parenthesized_expression":
            node = node.named_children[0]
        if node.type != "object":
            raise CompileError(f"not an object: {source[:200]}")
        return self._pairs(node)

    def compile_value(self, value: Any) -> Code:
        """Compile a Var or a literal value."""
        return self.compile(str(value if isinstance(value, Var) else LiteralVar.create(value)))

    def _call_expression(self, node: Node) -> Code:
        function = node.child_by_field_name("function")
        arguments = node.child_by_field_name("arguments")
        args = arguments.named_children if arguments else []
        while function is not None and function.type == "parenthesized_expression":
            function = function.named_children[0]
        if function is None:
            raise CompileError("a call of nothing")
        if function.type == "arrow_function" and not args:
            return self._body(function)
        if function.type == "member_expression":
            return self._method(function, args)
        name = _source(function)
        if name in ("pyOr", "pyAnd") and len(args) == 2 and args[1].type == "arrow_function":
            return self._short_circuit(
                "||" if name == "pyOr" else "&&", self._node(args[0]), self._body(args[1]), "isTrue"
            )
        return self._function(name, args)

    def _function(self, name: str, args: list[Node]) -> Code:
        if name not in FUNCTIONS:
            raise CompileError(f"unknown function {name}")
        return call(name.replace(".", "_"), *[self._node(each) for each in args], kind=KINDS.get(name, ""))

    def _method(self, function: Node, args: list[Node]) -> Code:
        target, name = function.child_by_field_name("object"), _source(function.child_by_field_name("property"))
        if target is not None and target.type == "identifier" and _source(target) in _OBJECTS:
            return self._function(f"{_source(target)}.{name}", args)
        value = self._node(target)
        if name == "valueOf" and value.kind:
            return value
        if name not in METHODS:
            raise CompileError(f"unknown method {name}")
        return call(f"method_{name}", value, *[self._node(each) for each in args], kind=METHOD_KINDS.get(name, ""))

    def _arrow_function(self, node: Node) -> Code:
        single, several = node.child_by_field_name("parameter"), node.child_by_field_name("parameters")
        parameters = [_source(each) for each in ([single] if single else several.named_children if several else [])]
        names = [self.local("x") for _ in range(2)]
        before = self.bind(**{parameter: Code(name) for parameter, name in zip(parameters, names, strict=False)})
        body = self._body(node)
        self.bind(**before)
        return Code(f"(lambda {', '.join(names)}: {body.source})")

    def _body(self, function: Node) -> Code:
        body = function.child_by_field_name("body")
        if body is None or body.type != "statement_block":
            return self._node(body)
        statements = [each for each in body.named_children if each.type != "empty_statement"]
        if len(statements) == 1 and statements[0].type == "return_statement":
            return self._node(statements[0].named_children[0])
        if len(statements) == 1 and statements[0].type == "switch_statement":
            return self._switch(statements[0])
        raise CompileError("a function with unknown statements")

    def _switch(self, node: Node) -> Code:
        """Compile a switch whose cases return, as `rx.match` writes it."""
        body = node.child_by_field_name("body")
        subject = self._field(node, "value")
        name = self.local()
        cases: list[tuple[list[Code], Code]] = []
        default = constant(js.UNDEFINED)
        waiting: list[Code] = []
        for case in body.named_children if body else []:
            value = case.child_by_field_name("value")
            returned = [each for each in case.children_by_field_name("body") if each.type == "return_statement"]
            if value is not None:
                waiting.append(self._text(value))
            if not returned:
                continue
            result = self._node(returned[0].named_children[0])
            if case.type == "switch_default":
                default = result
            else:
                cases.append((waiting, result))
            waiting = []
        return self.chain(name, subject, cases, default)

    def _text(self, node: Node) -> Code:
        code = self._node(node)
        # Python's `in` compares texts as JavaScript does, other values not.
        if code.kind != "string" and not code.source.startswith("JSON_stringify("):
            raise CompileError("a switch over something else than texts")
        return code

    @staticmethod
    def chain(name: str, subject: Code, cases: list[tuple[list[Code], Code]], default: Code) -> Code:
        """Return the result of the first case with a value that equals the subject."""
        if not cases:
            return default
        values = ", ".join(value.source for value in cases[0][0])
        parts = [f"{cases[0][1].source} if ({name} := {subject.source}) in ({values},)"]
        for others, result in cases[1:]:
            parts.append(f"{result.source} if {name} in ({', '.join(value.source for value in others)},)")
        kinds = {result.kind for _, result in cases} | {default.kind}
        return Code(f"({' else '.join(parts)} else {default.source})", kinds.pop() if len(kinds) == 1 else "")


def _parse(source: str) -> Node:
    root = _PARSER.parse(f"({source})".encode()).root_node
    if root.has_error or root.named_child_count != 1:
        raise CompileError(f"not an expression: {source[:200]}")
    return root.named_children[0].named_children[0]
