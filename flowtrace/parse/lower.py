"""Syntax trees to plain code: nested tuples that hold everything an evaluation needs and no syntax nodes.

Every expression and statement is `(form, line, column, ...)`. It keeps what the source says, in the source's
order, and judges nothing. The forms, after line and column:

    const value | name id | attr base name | call func args kwargs | item base index | slice low high step
    tuple items | list items | set items | dict pairs | bin op left right | unary op operand | and items
    or items | compare ops operands | ifexp test yes no | lambda Function body | comp kind element generators
    fstring parts | star value | walrus name value | yield value | unread what

    expr value | assign targets value | augassign target op value | declare target annotation | return value
    raise value | assert test | if test body orelse | for target iter body orelse | while test body orelse
    try body handlers orelse final | with items body | def Function body | class Class | import Imports
    del targets | outer names | match subject cases | pass | break | continue

A case is (test, name, body): the test a pattern makes of `held`, the subject; None when it takes anything.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from flowtrace.facts import Class, Code, Function, Import
from flowtrace.parse.expressions import BINARY, Expressions


class Lowering(Expressions):
    """Lowers the nodes of one file."""

    # --- headers

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Function:
        """The header of a function, its decorators and defaults lowered, its body left alone."""
        return Function(
            name=node.name,
            qualname=self._qualified(node.name),
            line=node.lineno + self.offset,
            end_line=(node.end_lineno or node.lineno) + self.offset,
            column=node.col_offset,
            parameters=self._parameters(node.args),
            decorators=tuple(self.expression(decorator) for decorator in node.decorator_list),
            returns=self._optional(node.returns),
        )

    def class_(self, node: ast.ClassDef) -> Class:
        """The header of a class: bases, methods and class attributes, also those under `if` and `try`."""
        inner = Lowering(self.package, self.offset, self._qualified(node.name))
        methods: list[Function] = []
        attributes: list[tuple[str, Code | None, Code | None, int]] = []
        classes: list[Class] = []
        for child in flat(node.body):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                methods.append(inner.function(child))
            elif isinstance(child, ast.ClassDef):
                classes.append(inner.class_(child))
            else:
                found = list(inner.attributes(child))
                attributes += found
                for name, value, _, _ in found:
                    methods = bound_anew(methods, name, value, methods)
        return Class(
            name=node.name,
            qualname=inner.scope,
            line=node.lineno + self.offset,
            end_line=(node.end_lineno or node.lineno) + self.offset,
            column=node.col_offset,
            bases=tuple(self.expression(base) for base in node.bases),
            methods=tuple(methods),
            attributes=tuple(attributes),
            classes=tuple(classes),
            decorators=tuple(self.expression(decorator) for decorator in node.decorator_list),
        )

    def attributes(self, node: ast.stmt) -> Iterable[tuple[str, Code | None, Code | None, int]]:
        """(name, value, annotation, line) for each plain name that an assignment statement binds."""
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    yield target.id, self.expression(node.value), None, node.lineno + self.offset
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            annotation = self.expression(node.annotation)
            yield node.target.id, self._optional(node.value), annotation, node.lineno + self.offset

    def imports(self, node: ast.Import | ast.ImportFrom) -> Iterable[Import]:
        """What an import statement binds; a star import has the alias `*`."""
        line = node.lineno + self.offset
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.asname:
                    yield Import(alias.asname, alias.name, None, line)
                else:
                    top = alias.name.split(".")[0]
                    yield Import(top, top, None, line)
            return
        module = node.module or ""
        if node.level:
            parent = self.package.split(".")[: len(self.package.split(".")) - node.level + 1]
            module = ".".join([*parent, module] if module else parent)
        for alias in node.names:
            yield Import(alias.asname or alias.name, module, alias.name, line)

    # --- statements

    def block(self, nodes: Iterable[ast.stmt]) -> Code:
        """Statements lowered, in order."""
        return tuple(self.statement(node) for node in nodes)

    def statement(self, node: ast.stmt) -> Code:
        """One statement lowered; a form not listed above is `unread`."""
        lower = _STATEMENTS.get(type(node))
        return lower(self, node) if lower else self._at(node, "unread", type(node).__name__)

    def _expr(self, node: ast.Expr) -> Code:
        return self._at(node, "expr", self.expression(node.value))

    def _assign(self, node: ast.Assign) -> Code:
        targets = tuple(self.expression(target) for target in node.targets)
        return self._at(node, "assign", targets, self.expression(node.value))

    def _augassign(self, node: ast.AugAssign) -> Code:
        operator = BINARY[type(node.op)]
        return self._at(
            node, "augassign", self.expression(node.target), operator, self.expression(node.value)
        )

    def _annassign(self, node: ast.AnnAssign) -> Code:
        target = self.expression(node.target)
        if node.value is None:
            return self._at(node, "declare", target, self.expression(node.annotation))
        return self._at(node, "assign", (target,), self.expression(node.value))

    def _return(self, node: ast.Return) -> Code:
        return self._at(node, "return", self._optional(node.value))

    def _raise(self, node: ast.Raise) -> Code:
        return self._at(node, "raise", self._optional(node.exc))

    def _assert(self, node: ast.Assert) -> Code:
        return self._at(node, "assert", self.expression(node.test))

    def _if(self, node: ast.If) -> Code:
        return self._at(
            node, "if", self.expression(node.test), self.block(node.body), self.block(node.orelse)
        )

    def _for(self, node: ast.For | ast.AsyncFor) -> Code:
        target, over = self.expression(node.target), self.expression(node.iter)
        return self._at(node, "for", target, over, self.block(node.body), self.block(node.orelse))

    def _while(self, node: ast.While) -> Code:
        return self._at(
            node, "while", self.expression(node.test), self.block(node.body), self.block(node.orelse)
        )

    def _try(self, node: ast.Try) -> Code:
        handlers = tuple((self._optional(h.type), h.name, self.block(h.body)) for h in node.handlers)
        return self._at(
            node, "try", self.block(node.body), handlers, self.block(node.orelse), self.block(node.finalbody)
        )

    def _with(self, node: ast.With | ast.AsyncWith) -> Code:
        items = tuple((self.expression(i.context_expr), self._optional(i.optional_vars)) for i in node.items)
        return self._at(node, "with", items, self.block(node.body))

    def _def(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Code:
        inner = Lowering(self.package, self.offset, self._qualified(node.name))
        return self._at(node, "def", self.function(node), inner.block(node.body))

    def _classdef(self, node: ast.ClassDef) -> Code:
        return self._at(node, "class", self.class_(node))

    def _import(self, node: ast.Import | ast.ImportFrom) -> Code:
        return self._at(node, "import", tuple(self.imports(node)))

    def _delete(self, node: ast.Delete) -> Code:
        return self._at(node, "del", tuple(self.expression(target) for target in node.targets))

    def _outer(self, node: ast.Global | ast.Nonlocal) -> Code:
        return self._at(node, "outer", tuple(node.names))

    def _match(self, node: ast.Match) -> Code:
        subject = self.expression(node.subject)
        held = ("held", *subject[1:3], subject)
        cases = tuple(
            (self._case(held, case), _captured(case.pattern), self.block(case.body)) for case in node.cases
        )
        return self._at(node, "match", subject, cases)

    def _case(self, held: Code, case: ast.match_case) -> Code | None:
        fits = self._pattern(held, case.pattern)
        guard = self._optional(case.guard)
        return ("and", *fits[1:3], (fits, guard)) if fits and guard else fits or guard

    def _pattern(self, held: Code, node: ast.pattern) -> Code | None:
        """The test that a pattern makes of the subject; None where anything fits."""
        if isinstance(node, ast.MatchValue):
            return self._at(node, "compare", ("==",), (held, self.expression(node.value)))
        if isinstance(node, ast.MatchSingleton):
            return self._at(node, "compare", ("is",), (held, self._at(node, "const", node.value)))
        if isinstance(node, ast.MatchAs):
            return self._pattern(held, node.pattern) if node.pattern else None
        if isinstance(node, ast.MatchOr):
            tests = [self._pattern(held, one) for one in node.patterns]
            return None if None in tests else self._at(node, "or", tuple(tests))
        return self._at(node, "unread", f"a {type(node).__name__} pattern")

    def _pass(self, node: ast.stmt) -> Code:
        return self._at(node, "pass")

    def _break(self, node: ast.stmt) -> Code:
        return self._at(node, "break")

    def _continue(self, node: ast.stmt) -> Code:
        return self._at(node, "continue")


def bound_anew(
    methods: list[Function], name: str, value: Code | None, functions: Iterable[Function]
) -> list[Function]:
    """The methods of a class after an assignment to a name of it: a function it names is a method by that name."""
    if value is None:
        return methods
    kept = [method for method in methods if method.name != name]
    named = [f for f in functions if value[0] == "name" and f.name == value[3]]
    return [*kept, replace(named[-1], name=name)] if named else kept


def _captured(node: ast.pattern) -> str | None:
    """The name that a whole pattern binds the subject to."""
    return node.name if isinstance(node, ast.MatchAs) else None


def flat(nodes: Iterable[ast.stmt]) -> Iterable[ast.stmt]:
    """Statements, those under `if`, `try` and `with` in place: what a module or class body may define."""
    for node in nodes:
        yield node
        if isinstance(node, ast.If):
            yield from flat([*node.body, *node.orelse])
        elif isinstance(node, ast.Try):
            yield from flat(node.body)
            for handler in node.handlers:
                yield from flat(handler.body)
            yield from flat([*node.orelse, *node.finalbody])
        elif isinstance(node, ast.With):
            yield from flat(node.body)


_STATEMENTS: dict[type[ast.stmt], Callable[[Lowering, Any], Code]] = {
    ast.Expr: Lowering._expr,
    ast.Assign: Lowering._assign,
    ast.AugAssign: Lowering._augassign,
    ast.AnnAssign: Lowering._annassign,
    ast.Return: Lowering._return,
    ast.Raise: Lowering._raise,
    ast.Assert: Lowering._assert,
    ast.If: Lowering._if,
    ast.For: Lowering._for,
    ast.AsyncFor: Lowering._for,
    ast.While: Lowering._while,
    ast.Try: Lowering._try,
    ast.With: Lowering._with,
    ast.AsyncWith: Lowering._with,
    ast.FunctionDef: Lowering._def,
    ast.AsyncFunctionDef: Lowering._def,
    ast.ClassDef: Lowering._classdef,
    ast.Import: Lowering._import,
    ast.ImportFrom: Lowering._import,
    ast.Delete: Lowering._delete,
    ast.Global: Lowering._outer,
    ast.Nonlocal: Lowering._outer,
    ast.Match: Lowering._match,
    ast.Pass: Lowering._pass,
    ast.Break: Lowering._break,
    ast.Continue: Lowering._continue,
}
if hasattr(ast, "TryStar"):
    _STATEMENTS[ast.TryStar] = Lowering._try
