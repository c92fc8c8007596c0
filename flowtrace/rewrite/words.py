"""What nodes speak of: the names and strings in them, the name called, the attribute written.

Names are compared by their last part, as roles name them: `set_embed` in `self.draft.model.set_embed(x)`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

import libcst as cst

from flowtrace.rewrite.excerpt import Site

Words = Collection[str]
Branching = cst.If | cst.IfExp | cst.While


def spoken(node: cst.CSTNode) -> set[str]:
    """Every name and plain string in a node."""
    found = set()
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, cst.Name):
            found.add(current.value)
        elif isinstance(current, cst.SimpleString):
            found.add(text_of(current))
        pending.extend(current.children)
    return found


def speaks(node: cst.CSTNode, words: Words) -> bool:
    """Whether one of the words stands in a node."""
    return not spoken(node).isdisjoint(words)


def text_of(string: cst.SimpleString) -> str:
    """What a plain string says; empty for bytes."""
    value = string.evaluated_value
    return value if isinstance(value, str) else ""


def last(node: cst.CSTNode) -> str:
    """The last name of a chain, or what a string says; empty for anything else."""
    if isinstance(node, cst.Name):
        return node.value
    if isinstance(node, cst.Attribute):
        return node.attr.value
    return text_of(node) if isinstance(node, cst.SimpleString) else ""


def called(node: cst.CSTNode | None) -> str:
    """The last name of what a call calls; empty for what is no call."""
    return last(node.func) if isinstance(node, cst.Call) else ""


def calls(node: cst.CSTNode, words: Words) -> bool:
    """Whether a call of one of these names stands in a node."""
    if called(node) in words:
        return True
    return any(calls(child, words) for child in node.children)


def targets(node: cst.CSTNode) -> Sequence[cst.BaseExpression]:
    """What an assignment writes to."""
    if isinstance(node, cst.Assign):
        return [target.target for target in node.targets]
    return [node.target] if isinstance(node, cst.AnnAssign | cst.AugAssign) else []


def attribute_set(node: cst.CSTNode) -> cst.SimpleString | None:
    """The name that a call of setattr writes; None for any other node."""
    if called(node) == "setattr" and isinstance(node, cst.Call) and len(node.args) == 3:
        name = node.args[1].value
        return name if isinstance(name, cst.SimpleString) else None
    return None


def branches(site: Site) -> list[Branching]:
    """The tests that decide whether a node is reached: those in whose branches it stands, outermost first."""
    path = (*site.above, site.node)
    return [node for node, inner in pairwise(path) if isinstance(node, Branching) and inner is not node.test]


def inner(test: Branching) -> list[cst.CSTNode]:
    """What a test decides about: its branches."""
    return [child for child in test.children if child is not test.test]


def operands(test: cst.BaseExpression) -> list[cst.BaseExpression]:
    """The elementary tests of a condition, below `and`, `or` and `not`."""
    if isinstance(test, cst.BooleanOperation):
        return [*operands(test.left), *operands(test.right)]
    if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        return operands(test.expression)
    return [test]
