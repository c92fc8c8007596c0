"""An excerpt and the words of a spec -> edits after which the code does the same as before.

No finding may come of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import libcst as cst

from flowtrace.rewrite.excerpt import Change, Excerpt, Site
from flowtrace.rewrite.faults import negated
from flowtrace.rewrite.words import Words, last, speaks

# Where, what changes, and the lines of a method that goes behind the function.
Alike = tuple[Site, tuple[Change, ...], str]
Operator = Callable[[Excerpt, Words], Iterator[Alike]]

_SIMPLE = cst.Name | cst.Attribute
_WHOLE = cst.Name | cst.BaseNumber | cst.SimpleString | cst.GeneratorExp  # nothing to split off


def hoist(excerpt: Excerpt, names: Words) -> Iterator[Alike]:
    """`if test:` -> `hoisted = test` and `if hoisted:`."""
    for site in excerpt.sites:
        node = site.node
        # An `elif` has no place in front of it.
        if isinstance(node, cst.If) and speaks(node.test, names) and not isinstance(site.above[-1], cst.If):
            local = _bound("hoisted", node.test)
            kept = node.with_changes(test=cst.Name("hoisted"), leading_lines=[])
            yield site, (Change(node, cst.FlattenSentinel([local, kept])),), ""


def turn(excerpt: Excerpt, names: Words) -> Iterator[Alike]:
    """`if test: a` `else: b` -> `if not (test): b` `else: a`."""
    for site in excerpt.sites:
        node = site.node
        if isinstance(node, cst.If) and isinstance(node.orelse, cst.Else) and speaks(node, names):
            other = node.orelse.with_changes(body=node.body)
            turned = node.with_changes(test=negated(node.test), body=node.orelse.body, orelse=other)
            yield site, (Change(node, _spaced(turned)),), ""


def delegate(excerpt: Excerpt, names: Words) -> Iterator[Alike]:
    """`self.model.set(x)` -> `self.moved(x)`, a new method that does it."""
    if not excerpt.method or not _takes_self(excerpt.function):
        return
    local = _locals(excerpt)
    for site in excerpt.sites:
        node = site.node
        if not isinstance(node, cst.SimpleStatementLine) or len(node.body) != 1 or not speaks(node, names):
            continue
        if not _moves(node.body[0]):
            continue
        used = sorted((_names(node) & local) - _bound_within(node) - {"self"})
        call = cst.parse_statement(f"self.moved({', '.join(used)})\n")
        assert isinstance(call, cst.SimpleStatementLine)
        code = cst.Module([node.with_changes(leading_lines=[])]).code
        body = "\n".join(f"        {line}" if line else "" for line in code.rstrip("\n").split("\n"))
        method = f"\n    def moved({', '.join(['self', *used])}):\n{body}\n"
        yield site, (Change(node, call.with_changes(leading_lines=node.leading_lines)),), method


def rename(excerpt: Excerpt, names: Words) -> Iterator[Alike]:
    """Each local that a statement with a word assigns, under another name throughout the function."""
    assigned: dict[str, Site] = {}
    for site in excerpt.sites:
        if isinstance(site.node, cst.Assign) and speaks(site.node, names):
            for target in site.node.targets:
                elements = target.target.elements if isinstance(target.target, cst.Tuple) else [target]
                for element in elements:
                    value = element.target if isinstance(element, cst.AssignTarget) else element.value
                    if isinstance(value, cst.Name):
                        assigned.setdefault(value.value, site)
    fixed = _parameters(excerpt) | _declared(excerpt)
    for name, site in assigned.items():
        if name not in fixed and name != "_":
            other = cst.Name("renamed")
            uses = [each.node for each in excerpt.sites if _is_use(each, name)]
            yield site, tuple(Change(use, other.deep_clone()) for use in uses), ""


def split(excerpt: Excerpt, names: Words) -> Iterator[Alike]:
    """`f(a.b(c))` -> `part = a.b(c)` and `f(part)`: the first argument of a statement's call."""
    for site in _statements(excerpt, names):
        call = _whole(site.node)
        if not isinstance(call, cst.Call) or not isinstance(call.func, _SIMPLE) or not call.args:
            continue
        first = call.args[0]
        if first.star or isinstance(first.value, _WHOLE):
            continue
        part = _bound("part", first.value)
        changed = site.node.with_deep_changes(first, value=cst.Name("part")).with_changes(leading_lines=[])
        yield site, (Change(site.node, cst.FlattenSentinel([part, changed])),), ""


def alias(excerpt: Excerpt, names: Words) -> Iterator[Alike]:
    """`self.draft.model.set(x)` -> `receiver = self.draft.model` and `receiver.set(x)`."""
    for site in _statements(excerpt, names):
        call = _whole(site.node)
        if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute):
            continue
        if not isinstance(call.func.value, cst.Attribute) or not _is_chain(call.func.value):
            continue
        receiver = _bound("receiver", call.func.value)
        changed = site.node.with_deep_changes(call.func, value=cst.Name("receiver"))
        changed = changed.with_changes(leading_lines=[])
        yield site, (Change(site.node, cst.FlattenSentinel([receiver, changed])),), ""


OPERATORS: Mapping[str, Operator] = {
    "hoist a guard": hoist,
    "turn the branches": turn,
    "move into a method": delegate,
    "rename a local": rename,
    "split an expression": split,
    "alias the receiver": alias,
}


def _bound(name: str, value: cst.BaseExpression) -> cst.SimpleStatementLine:
    target = cst.AssignTarget(cst.Name(name))
    if not value.lpar:  # it may run over several lines
        value = value.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return cst.SimpleStatementLine([cst.Assign([target], value)])


def _spaced(node: cst.If) -> cst.If:
    """An `if` with a blank behind it, which a test in brackets may lack."""
    return node.with_changes(whitespace_before_test=cst.SimpleWhitespace(" "))


def _statements(excerpt: Excerpt, names: Words) -> Iterator[Site]:
    for site in excerpt.sites:
        node = site.node
        if isinstance(node, cst.SimpleStatementLine) and len(node.body) == 1 and speaks(node, names):
            yield site


def _whole(line: cst.CSTNode) -> cst.CSTNode | None:
    """The expression that is all a statement does, assigns or returns."""
    assert isinstance(line, cst.SimpleStatementLine)
    statement = line.body[0]
    return statement.value if isinstance(statement, cst.Expr | cst.Assign | cst.Return) else None


def _moves(statement: cst.BaseSmallStatement) -> bool:
    """Whether a statement can stand in another method: a call, or a write to attributes alone."""
    if isinstance(statement, cst.Expr):
        return isinstance(statement.value, cst.Call) and "super" not in _names(statement)
    if not isinstance(statement, cst.Assign):
        return False
    return all(isinstance(target.target, cst.Attribute) for target in statement.targets)


def _takes_self(function: cst.FunctionDef) -> bool:
    return bool(function.params.params) and function.params.params[0].name.value == "self"


def _is_chain(node: cst.BaseExpression) -> bool:
    while isinstance(node, cst.Attribute):
        node = node.value
    return isinstance(node, cst.Name)


def _is_use(site: Site, name: str) -> bool:
    """Whether a node is this local, and not an attribute or a keyword of the same name."""
    node, holder = site.node, site.above[-1] if site.above else None
    if not isinstance(node, cst.Name) or node.value != name:
        return False
    if isinstance(holder, cst.Attribute) and holder.attr is node:
        return False
    return not (isinstance(holder, cst.Arg) and holder.keyword is node)


def _names(node: cst.CSTNode) -> set[str]:
    """The names in a node that stand for themselves: no attributes, no keywords."""
    if isinstance(node, cst.Name):
        return {node.value}
    if isinstance(node, cst.Attribute):
        return _names(node.value)
    children = [child for child in node.children if not (isinstance(node, cst.Arg) and child is node.keyword)]
    return {name for child in children for name in _names(child)}


def _locals(excerpt: Excerpt) -> set[str]:
    """The names a function binds: parameters, and targets of assignments, loops, contexts and imports."""
    found = _parameters(excerpt)
    for site in excerpt.sites:
        node = site.node
        if isinstance(node, cst.AssignTarget | cst.AnnAssign | cst.NamedExpr | cst.CompFor | cst.For):
            found |= _names(node.target)
        elif isinstance(node, cst.AsName):
            found |= _names(node.name)
        elif isinstance(node, cst.ImportAlias):
            found.add(last(node.name))
        elif isinstance(node, cst.FunctionDef) and node is not excerpt.function:
            found.add(node.name.value)
    return found


def _bound_within(node: cst.CSTNode) -> set[str]:
    """The names that comprehensions and lambdas in a node bind for themselves."""
    own = _names(node.target) if isinstance(node, cst.CompFor) else set()
    own |= {node.name.value} if isinstance(node, cst.Param) else set()
    return own.union(*(_bound_within(child) for child in node.children))


def _parameters(excerpt: Excerpt) -> set[str]:
    """The parameters of the function and of those within it."""
    return {site.node.name.value for site in excerpt.sites if isinstance(site.node, cst.Param)}


def _declared(excerpt: Excerpt) -> set[str]:
    """Names a function declares global or nonlocal."""
    declarations = [site.node for site in excerpt.sites if isinstance(site.node, cst.Global | cst.Nonlocal)]
    return {item.name.value for node in declarations for item in node.names}
