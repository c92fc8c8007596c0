"""Expressions of a syntax tree to plain code: the forms that `lower` lists, without those of statements."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from flowtrace.facts import Code, Function, Parameter

BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>", ast.MatMult: "@",
}  # fmt: skip
_UNARY = {ast.Not: "not", ast.USub: "-", ast.UAdd: "+", ast.Invert: "~"}
_COMPARE = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip


class Expressions:
    """Lowers the expressions of one file.

    `offset` is added to every line (for a body parsed apart from its file); `package` is the dotted package
    that relative imports start from, and `scope` the qualified name of what encloses the nodes.
    """

    def __init__(self, package: str, offset: int = 0, scope: str = "") -> None:
        self.package = package
        self.offset = offset
        self.scope = scope

    def expression(self, node: ast.expr) -> Code:
        """One expression lowered; a form not listed above is `unread`."""
        lower = _EXPRESSIONS.get(type(node))
        return lower(self, node) if lower else self._at(node, "unread", type(node).__name__)

    def _constant(self, node: ast.Constant) -> Code:
        return self._at(node, "const", node.value)

    def _name(self, node: ast.Name) -> Code:
        return self._at(node, "name", node.id)

    def _attribute(self, node: ast.Attribute) -> Code:
        return self._at(node, "attr", self.expression(node.value), node.attr)

    def _call(self, node: ast.Call) -> Code:
        args = tuple(self.expression(argument) for argument in node.args)
        kwargs = tuple((keyword.arg, self.expression(keyword.value)) for keyword in node.keywords)
        return self._at(node, "call", self.expression(node.func), args, kwargs)

    def _subscript(self, node: ast.Subscript) -> Code:
        return self._at(node, "item", self.expression(node.value), self.expression(node.slice))

    def _slice(self, node: ast.Slice) -> Code:
        return self._at(node, "slice", self._optional(node.lower), self._optional(node.upper),
                        self._optional(node.step))  # fmt: skip

    def _display(self, node: ast.Tuple | ast.List | ast.Set) -> Code:
        form = {ast.Tuple: "tuple", ast.List: "list", ast.Set: "set"}[type(node)]
        return self._at(node, form, tuple(self.expression(item) for item in node.elts))

    def _dict(self, node: ast.Dict) -> Code:
        pairs = ((self._optional(k), self.expression(v)) for k, v in zip(node.keys, node.values, strict=True))
        return self._at(node, "dict", tuple(pairs))

    def _binary(self, node: ast.BinOp) -> Code:
        return self._at(
            node, "bin", BINARY[type(node.op)], self.expression(node.left), self.expression(node.right)
        )

    def _unary(self, node: ast.UnaryOp) -> Code:
        return self._at(node, "unary", _UNARY[type(node.op)], self.expression(node.operand))

    def _boolean(self, node: ast.BoolOp) -> Code:
        form = "and" if isinstance(node.op, ast.And) else "or"
        return self._at(node, form, tuple(self.expression(value) for value in node.values))

    def _compare(self, node: ast.Compare) -> Code:
        operators = tuple(_COMPARE[type(op)] for op in node.ops)
        operands = tuple(self.expression(operand) for operand in (node.left, *node.comparators))
        return self._at(node, "compare", operators, operands)

    def _ifexp(self, node: ast.IfExp) -> Code:
        return self._at(node, "ifexp", self.expression(node.test), self.expression(node.body),
                        self.expression(node.orelse))  # fmt: skip

    def _lambda(self, node: ast.Lambda) -> Code:
        header = Function(
            name="<lambda>",
            qualname=self._qualified("<lambda>"),
            line=node.lineno + self.offset,
            end_line=(node.end_lineno or node.lineno) + self.offset,
            column=node.col_offset,
            parameters=self._parameters(node.args),
        )
        body = self._at(node.body, "return", self.expression(node.body))
        return self._at(node, "lambda", header, (body,))

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Code:
        if isinstance(node, ast.DictComp):
            kind, element = (
                "dict",
                self._at(node, "tuple", (self.expression(node.key), self.expression(node.value))),
            )
        else:
            kind = {ast.ListComp: "list", ast.SetComp: "set", ast.GeneratorExp: "generator"}[type(node)]
            element = self.expression(node.elt)
        generators = tuple(
            (
                self.expression(g.target),
                self.expression(g.iter),
                tuple(self.expression(test) for test in g.ifs),
            )
            for g in node.generators
        )
        return self._at(node, "comp", kind, element, generators)

    def _fstring(self, node: ast.JoinedStr) -> Code:
        parts = (
            self.expression(part.value) if isinstance(part, ast.FormattedValue) else self.expression(part)
            for part in node.values
        )
        return self._at(node, "fstring", tuple(parts))

    def _star(self, node: ast.Starred) -> Code:
        return self._at(node, "star", self.expression(node.value))

    def _walrus(self, node: ast.NamedExpr) -> Code:
        return self._at(node, "walrus", node.target.id, self.expression(node.value))

    def _await(self, node: ast.Await) -> Code:
        return self.expression(node.value)

    def _yield(self, node: ast.Yield | ast.YieldFrom) -> Code:
        return self._at(node, "yield", self._optional(node.value))

    # --- pieces

    def _at(self, node: ast.stmt | ast.expr | ast.pattern, form: str, *rest: Any) -> Code:
        return (form, node.lineno + self.offset, node.col_offset, *rest)

    def _optional(self, node: ast.expr | None) -> Code | None:
        return None if node is None else self.expression(node)

    def _qualified(self, name: str) -> str:
        return f"{self.scope}.{name}" if self.scope else name

    def _parameters(self, args: ast.arguments) -> tuple[Parameter, ...]:
        positional = [*args.posonlyargs, *args.args]
        defaults: list[ast.expr | None] = [None] * (len(positional) - len(args.defaults)) + list(
            args.defaults
        )
        result = [self._parameter(a, "positional", d) for a, d in zip(positional, defaults, strict=True)]
        if args.vararg:
            result.append(self._parameter(args.vararg, "star", None))
        result += [
            self._parameter(a, "keyword", d) for a, d in zip(args.kwonlyargs, args.kw_defaults, strict=True)
        ]
        if args.kwarg:
            result.append(self._parameter(args.kwarg, "doublestar", None))
        return tuple(result)

    def _parameter(self, node: ast.arg, kind: str, default: ast.expr | None) -> Parameter:
        return Parameter(node.arg, kind, self._optional(default), self._optional(node.annotation))


_EXPRESSIONS: dict[type[ast.expr], Callable[[Expressions, Any], Code]] = {
    ast.Constant: Expressions._constant,
    ast.Name: Expressions._name,
    ast.Attribute: Expressions._attribute,
    ast.Call: Expressions._call,
    ast.Subscript: Expressions._subscript,
    ast.Slice: Expressions._slice,
    ast.Tuple: Expressions._display,
    ast.List: Expressions._display,
    ast.Set: Expressions._display,
    ast.Dict: Expressions._dict,
    ast.BinOp: Expressions._binary,
    ast.UnaryOp: Expressions._unary,
    ast.BoolOp: Expressions._boolean,
    ast.Compare: Expressions._compare,
    ast.IfExp: Expressions._ifexp,
    ast.Lambda: Expressions._lambda,
    ast.ListComp: Expressions._comprehension,
    ast.SetComp: Expressions._comprehension,
    ast.GeneratorExp: Expressions._comprehension,
    ast.DictComp: Expressions._comprehension,
    ast.JoinedStr: Expressions._fstring,
    ast.Starred: Expressions._star,
    ast.NamedExpr: Expressions._walrus,
    ast.Await: Expressions._await,
    ast.Yield: Expressions._yield,
    ast.YieldFrom: Expressions._yield,
}
