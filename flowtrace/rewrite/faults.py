"""An excerpt and the words of a spec -> the places where a fault can be planted, each with its edit.

One small function for each operator. Which operator violates which invariant is data, in the specs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import libcst as cst

from flowtrace.rewrite.excerpt import Change, Excerpt, Site
from flowtrace.rewrite.words import (
    Branching,
    Words,
    attribute_set,
    called,
    calls,
    inner,
    last,
    operands,
    speaks,
    targets,
    text_of,
)

Edit = tuple[Site, tuple[Change, ...]]
Operator = Callable[[Excerpt, Any], Iterator[Edit]]


def drop_call(excerpt: Excerpt, names: Words) -> Iterator[Edit]:
    """`model.set(x)` -> `pass`."""
    for site in excerpt.sites:
        if isinstance(site.node, cst.Expr) and called(_awaited(site.node.value)) in names:
            yield site, (Change(site.node, cst.Pass()),)


def drop_write(excerpt: Excerpt, names: Words) -> Iterator[Edit]:
    """`self.flag = x` -> `pass`; `a = self.flag = x` -> `a = x`."""
    for site in excerpt.sites:
        node = site.node
        if isinstance(node, cst.Expr) and (name := attribute_set(node.value)) and text_of(name) in names:
            yield site, (Change(node, cst.Pass()),)
        elif isinstance(node, cst.Assign | cst.AnnAssign):
            kept = [t for t in targets(node) if not (isinstance(t, cst.Attribute) and last(t) in names)]
            if len(kept) == len(targets(node)):
                continue
            if kept and isinstance(node, cst.Assign):
                some = [target for target in node.targets if target.target in kept]
                yield site, (Change(node, node.with_changes(targets=some)),)
            else:
                yield site, (Change(node, cst.Pass()),)


def drop_assignment(excerpt: Excerpt, names: Words) -> Iterator[Edit]:
    """In a branch only: `local = x` -> `pass`."""
    for site in excerpt.sites:
        if not any(isinstance(node, Branching) for node in site.above):
            continue
        if any(isinstance(target, cst.Name) and target.value in names for target in targets(site.node)):
            yield site, (Change(site.node, cst.Pass()),)


def drop_method(excerpt: Excerpt, names: Words) -> Iterator[Edit]:
    """`def name(self): ...` -> `pass`."""
    if excerpt.function.name.value in names:
        gone = cst.SimpleStatementLine([cst.Pass()])
        yield Site(excerpt.function, ()), (Change(excerpt.function, gone),)


def drop_delegation(excerpt: Excerpt, names: Words) -> Iterator[Edit]:
    """`def name(self): self.inner.name()` -> `pass`: a method that does no more than that."""
    own = excerpt.function.name.value
    writes = [target for site in excerpt.sites for target in targets(site.node)]
    if calls(excerpt.function.body, {own}) and not any(isinstance(t, cst.Attribute) for t in writes):
        yield from drop_method(excerpt, names)


def drop_return(excerpt: Excerpt, names: Words) -> Iterator[Edit]:
    """Where a test speaks of a word: `return` in its branch -> `pass`."""
    for site in excerpt.sites:
        nearest = next((node for node in reversed(site.above) if isinstance(node, cst.If)), None)
        if isinstance(site.node, cst.Return) and nearest is not None and speaks(nearest.test, names):
            yield site, (Change(site.node, cst.Pass()),)


def drop_argument(excerpt: Excerpt, names: Words) -> Iterator[Edit]:
    """`f(x, name)` -> `f(x)`; one that others follow by position becomes None."""
    for site in excerpt.sites:
        node = site.node
        if not isinstance(node, cst.Arg) or not isinstance(site.above[-1], cst.Call) or node.star:
            continue
        if (node.keyword.value if node.keyword else last(node.value)) not in names:
            continue
        args = site.above[-1].args
        followed = node.keyword is None and any(a.keyword is None for a in args[args.index(node) + 1 :])
        if followed:
            yield site, (Change(node, node.with_changes(value=cst.Name("None"))),)
            continue
        kept = [arg for arg in args if arg is not node]
        if kept and node is args[-1]:
            kept[-1] = kept[-1].with_changes(comma=node.comma)
        yield site, (Change(site.above[-1], site.above[-1].with_changes(args=kept)),)


def drop_item(excerpt: Excerpt, names: Words) -> Iterator[Edit]:
    """`(A, B)` -> `(A,)`; `{"a": 1, "b": 2}` -> `{"a": 1}`; `[("a", 1), ("b", 2)]` -> `[("a", 1)]`."""
    for site in excerpt.sites:
        node, holder = site.node, site.above[-1] if site.above else None
        if isinstance(node, cst.DictElement):
            spoken = {last(node.key)}
        elif isinstance(node, cst.Element) and isinstance(holder, cst.Tuple | cst.List | cst.Set):
            inside = node.value.elements if isinstance(node.value, cst.Tuple) else (node,)
            spoken = {last(element.value) for element in inside}
        else:
            continue
        if spoken & set(names):
            rest = [element for element in holder.elements if element is not node]  # type: ignore[union-attr]
            yield site, (Change(holder, holder.with_changes(elements=rest)),)  # type: ignore[arg-type, union-attr]


def swap(excerpt: Excerpt, names: Mapping[str, Words]) -> Iterator[Edit]:
    """`model.a(x)` -> `model.b(x, y)`: another call, with the arguments it has elsewhere in the function."""
    for site in excerpt.sites:
        node = site.node
        other = names.get(called(node))
        if not isinstance(node, cst.Call) or not other:
            continue
        name = next(iter(other))
        like = next((s.node for s in excerpt.sites if called(s.node) == name), None)
        args = [arg.deep_clone() for arg in like.args] if isinstance(like, cst.Call) else list(node.args)
        func = node.func
        func = func.with_changes(attr=cst.Name(name)) if isinstance(func, cst.Attribute) else cst.Name(name)
        yield site, (Change(node, node.with_changes(func=func, args=args)),)


def negate(excerpt: Excerpt, names: Words) -> Iterator[Edit]:
    """`if test:` -> `if not (test):`."""
    for site in _tests(excerpt, names):
        assert isinstance(site.node, Branching)
        yield site, (Change(site.node.test, negated(site.node.test)),)


def settle(excerpt: Excerpt, how: Mapping[str, Any]) -> Iterator[Edit]:
    """`if a and test:` -> `if a and True:` (or False), for the parts of a condition that speak of a word."""
    for site in _tests(excerpt, how["test"]):
        assert isinstance(site.node, Branching)
        parts = [part for part in operands(site.node.test) if speaks(part, how["test"])]
        yield site, tuple(Change(part, cst.Name(str(how["to"]))) for part in parts)


def set_to(excerpt: Excerpt, how: Mapping[str, Any]) -> Iterator[Edit]:
    """`self.flag = x` -> `self.flag = value`."""
    value = cst.parse_expression(str(how["to"]))
    for site in excerpt.sites:
        node = site.node
        if isinstance(node, cst.Assign | cst.AnnAssign):
            if any(last(target) in how["write"] for target in targets(node)):
                yield site, (Change(node, node.with_changes(value=value)),)
        elif (name := attribute_set(node)) and text_of(name) in how["write"] and isinstance(node, cst.Call):
            yield site, (Change(node.args[2], node.args[2].with_changes(value=value)),)


def misname(excerpt: Excerpt, names: Words) -> Iterator[Edit]:
    """`self.flag = x` -> `self.flag_ = x`."""
    for site in excerpt.sites:
        for target in targets(site.node):
            if isinstance(target, cst.Attribute) and last(target) in names:
                yield site, (Change(target.attr, cst.Name(f"{last(target)}_")),)
        name = attribute_set(site.node)
        if name is not None and text_of(name) in names:
            yield site, (Change(name, cst.SimpleString(f'"{text_of(name)}_"')),)


def reread(excerpt: Excerpt, names: Mapping[str, Words]) -> Iterator[Edit]:
    """`config.a` -> `config.b`; `getattr(config, "a", 0)` -> `getattr(config, "b", 0)`."""
    for site in excerpt.sites:
        node, holder = site.node, site.above[-1] if site.above else None
        other = next(iter(names.get(last(node), ())), "")
        if not other or isinstance(holder, cst.AssignTarget | cst.Del) or _asks_for_it(site):
            continue
        if isinstance(node, cst.Attribute):
            yield site, (Change(node.attr, cst.Name(other)),)
        elif isinstance(node, cst.SimpleString):
            yield site, (Change(node, cst.SimpleString(f'"{other}"')),)


def late(excerpt: Excerpt, how: Mapping[str, Words]) -> Iterator[Edit]:
    """`share(); capture()` -> `capture(); share()`: a statement moved behind another of its block."""
    for site in excerpt.sites:
        if not isinstance(site.node, cst.IndentedBlock):
            continue
        body = list(site.node.body)
        moved = next((n for n, statement in enumerate(body) if calls(statement, how["call"])), None)
        after = [n for n, statement in enumerate(body) if calls(statement, how["after"])]
        if moved is None or not after or after[0] <= moved:
            continue
        body.insert(after[0] + 1, body[moved])
        del body[moved]
        yield Site(site.node.body[moved], site.above), (Change(site.node, site.node.with_changes(body=body)),)


def single(excerpt: Excerpt, names: Words) -> Iterator[Edit]:
    """`return a, b` -> `return a`."""
    for site in excerpt.sites:
        node = site.node
        if isinstance(node, cst.Return) and isinstance(node.value, cst.Tuple) and speaks(node, names):
            yield site, (Change(node.value, node.value.elements[0].value),)


def constant(excerpt: Excerpt, how: Mapping[str, Any]) -> Iterator[Edit]:
    """`3 * width` -> `2 * width`."""
    for site in excerpt.sites:
        if isinstance(site.node, cst.Integer) and site.node.value == str(how["from"]):
            yield site, (Change(site.node, cst.Integer(str(how["to"]))),)


def unadd(excerpt: Excerpt, names: Words) -> Iterator[Edit]:
    """`x + 1` -> `x`; `x + arange(n)` -> `x`; `x + residual` -> `x`."""
    for site in excerpt.sites:
        node = site.node
        if not isinstance(node, cst.BinaryOperation) or not isinstance(node.operator, cst.Add):
            continue
        for operand, rest in ((node.right, node.left), (node.left, node.right)):
            if (
                operand.value if isinstance(operand, cst.Integer) else called(operand) or last(operand)
            ) in names:
                yield site, (Change(node, rest),)
                break


def unwrap(excerpt: Excerpt, names: Words) -> Iterator[Edit]:
    """`f(x)` -> `x`; `x.clone()` -> `x`; `table[x]` -> `x`."""
    for site in excerpt.sites:
        node = site.node
        if isinstance(node, cst.Call) and called(node) in names:
            if node.args:
                yield site, (Change(node, node.args[0].value),)
            elif isinstance(node.func, cst.Attribute):
                yield site, (Change(node, node.func.value),)
        elif isinstance(node, cst.Subscript) and last(node.value) in names and len(node.slice) == 1:
            index = node.slice[0].slice
            if isinstance(index, cst.Index) and not _is_target(site):
                yield site, (Change(node, index.value),)


def repeat(excerpt: Excerpt, names: Words) -> Iterator[Edit]:
    """`x = table[x]` -> `x = table[x]` twice; also `x = f(x)`."""
    for site in excerpt.sites:
        node = site.node
        if not isinstance(node, cst.SimpleStatementLine) or not isinstance(node.body[0], cst.Assign):
            continue
        value = node.body[0].value
        if (isinstance(value, cst.Subscript) and last(value.value) in names) or called(value) in names:
            yield site, (Change(node, cst.FlattenSentinel([node, node.deep_clone()])),)


def exchange(excerpt: Excerpt, names: Words) -> Iterator[Edit]:
    """`a, b = f()` -> `b, a = f()`."""
    for site in excerpt.sites:
        node = site.node
        if not isinstance(node, cst.Assign) or called(node.value) not in names:
            continue
        pair = node.targets[0].target
        if isinstance(pair, cst.Tuple) and len(pair.elements) == 2:
            first, second = (element.value for element in pair.elements)
            turned = [pair.elements[0].with_changes(value=second), pair.elements[1].with_changes(value=first)]
            yield site, (Change(pair, pair.with_changes(elements=turned)),)


def negated(test: cst.BaseExpression) -> cst.BaseExpression:
    """The opposite of a test, put in brackets where it needs them."""
    atom = isinstance(test, cst.Name | cst.Attribute | cst.Call | cst.Subscript) or test.lpar
    if not atom:
        test = test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return cst.UnaryOperation(operator=cst.Not(), expression=test)


OPERATORS: Mapping[str, Operator] = {
    "drop call": drop_call,
    "drop write": drop_write,
    "drop assignment": drop_assignment,
    "drop method": drop_method,
    "drop delegation": drop_delegation,
    "drop return": drop_return,
    "drop argument": drop_argument,
    "drop item": drop_item,
    "swap": swap,
    "negate": negate,
    "settle": settle,
    "set": set_to,
    "misname": misname,
    "reread": reread,
    "late": late,
    "single": single,
    "constant": constant,
    "unadd": unadd,
    "unwrap": unwrap,
    "repeat": repeat,
    "exchange": exchange,
}


def _tests(excerpt: Excerpt, names: Words) -> Iterator[Site]:
    for site in excerpt.sites:
        if isinstance(site.node, Branching) and speaks(site.node.test, names):
            yield site


def decides_about(site: Site, names: Words) -> bool:
    """Whether the branches of a test speak of a word, or leave the function; true for what is no test."""
    if not isinstance(site.node, Branching):
        return True
    return any(speaks(branch, names) or _leaves(branch) for branch in inner(site.node))


def _leaves(branch: cst.CSTNode) -> bool:
    return isinstance(branch, cst.IndentedBlock) and any(
        isinstance(small, cst.Return)
        for line in branch.body
        if isinstance(line, cst.SimpleStatementLine)
        for small in line.body
    )


def _asks_for_it(site: Site) -> bool:
    """Whether a string only asks whether an attribute is there."""
    return len(site.above) > 1 and called(site.above[-2]) == "hasattr"


def _is_target(site: Site) -> bool:
    return isinstance(site.above[-1], cst.AssignTarget | cst.Del)


def _awaited(node: cst.BaseExpression) -> cst.BaseExpression:
    return node.expression if isinstance(node, cst.Await) else node
