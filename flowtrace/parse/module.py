"""A source file to the facts of its top level, and one function's lines to its body.

The only home of `ast`, with `lower`. Nothing is executed or imported; a file that does not parse comes back
as `Unparsed`, never as an exception.
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import replace
from symtable import symtable

from flowtrace.facts import Class, Code, Function, Import, Module, Source, Unparsed
from flowtrace.parse.lower import Lowering, bound_anew, flat
from flowtrace.parse.outline import outline

# What Python itself raises for source it can't read: syntax, NUL bytes, nesting too deep for its parser.
_UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)


def parse(source: Source) -> Module | Unparsed:
    """The facts of one file's top level; `Unparsed` with line and reason where Python can't read it.

    The bodies of functions are not read: what is wrong there shows when one is asked for, or by `unreadable`.
    """
    try:
        text = _text(source.data)
        try:
            return _module(source, _tree(outline(text)))
        except SyntaxError:
            return _module(source, _tree(text))
    except _UNREADABLE as error:
        return _unparsed(source, error)


def unreadable(source: Source) -> Unparsed | None:
    """Where and why Python can't read a whole file, the bodies of its functions included; None when it can."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            symtable(_text(source.data), source.file, "exec")  # the least work that parses everything
    except _UNREADABLE as error:
        return _unparsed(source, error)
    return None


def body(lines: list[str], function: Function, package: str) -> Code:
    """The statements of a function lowered from its file's lines (as `lines` gives them).

    A body that Python can't read is one statement that returns what can't be known.
    """
    text = "\n".join(lines[function.line - 1 : function.end_line])
    # An indented function is read under an `if`, which keeps every column as it stands in the file.
    lead = 1 if function.column else 0
    try:
        tree = _tree(f"if 1:\n{text}" if lead else text)
    except _UNREADABLE:
        at = (function.line, function.column)
        return (("return", *at, ("unread", *at, f"{function.qualname}, which Python can't parse,")),)
    node = tree.body[0].body[0] if isinstance(tree.body[0], ast.If) else tree.body[0]
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):  # a `def` behind a semicolon
        return ()
    return Lowering(package, function.line - 1 - lead, function.qualname).block(node.body)


def lines(data: bytes) -> list[str]:
    """The physical lines of a file, as Python's parser counts them."""
    text = _text(data)
    return re.split(r"\r\n|\r|\n", text) if "\r" in text else text.split("\n")


def package_of(source: Source) -> str:
    """The dotted package that the relative imports of a file start from."""
    if source.file.endswith("__init__.py"):
        return source.module
    return source.module.rpartition(".")[0]


def _tree(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def _unparsed(source: Source, error: Exception) -> Unparsed:
    line = error.lineno or 1 if isinstance(error, SyntaxError) else 1
    reason = error.msg if isinstance(error, SyntaxError) else str(error) or type(error).__name__
    return Unparsed(source.file, line, reason)


def _text(data: bytes) -> str:
    return data.decode("utf-8-sig")


def _attached(classes: list[Class], assignment: Code, functions: list[Function]) -> list[Class]:
    """The classes of a module after an assignment to an attribute of one: `Model.forward = forward`."""
    _, line, _, targets, value = assignment
    for target in targets:
        if target[0] == "attr" and target[3][0] == "name":
            name = target[4]
            classes = [
                replace(
                    cls,
                    methods=tuple(bound_anew(list(cls.methods), name, value, functions)),
                    attributes=(*cls.attributes, (name, value, None, line)),
                )
                if cls.name == target[3][3]
                else cls
                for cls in classes
            ]
    return classes


def _module(source: Source, tree: ast.Module) -> Module:
    lowering = Lowering(package_of(source))
    classes: list[Class] = []
    functions: list[Function] = []
    imports: list[Import] = []
    stars: list[str] = []
    assignments: list[tuple[str, Code, int]] = []
    for node in flat(tree.body):
        if isinstance(node, ast.ClassDef):
            classes.append(lowering.class_(node))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions.append(lowering.function(node))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found = tuple(lowering.imports(node))
            imports += [one for one in found if one.alias != "*"]
            stars += [one.module for one in found if one.alias == "*"]
        else:
            assignments += [(n, v, line) for n, v, _, line in lowering.attributes(node) if v is not None]
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
                classes = _attached(classes, lowering.statement(node), functions)
    return Module(
        file=source.file,
        module=source.module,
        classes=tuple(classes),
        functions=tuple(functions),
        imports=tuple(imports),
        stars=tuple(stars),
        assignments=tuple(assignments),
    )
