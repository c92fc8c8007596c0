"""The JSON Schema of files of mutants: which edits of the analysed code violate which invariant.

The edits are made in `rewrite`; a word is a role, a guard, a channel or plainly a name in the code.
"""

from __future__ import annotations

from flowtrace.spec.pieces import Schema, closed, flag, listed, mapped, one_of, ref, text, words

DROPS = ("call", "write", "assignment", "method", "delegation", "return", "argument", "item")


def mutants() -> Schema:
    """The form of a file of mutants."""
    ways = listed("Faults that violate it.", _fault())
    by_id = mapped("By the id of the invariant.", ways, keys="invariant")
    return closed("What violates an invariant.", {"mutants": by_id}, required=["mutants"])


def _fault() -> Schema:
    names = words("Roles, guards, channels or names in the code.")
    renamed = mapped("A name and the name it becomes.", text("A role or a name."))
    drops = dict.fromkeys(DROPS, names)
    operators = {
        "drop": closed("What is left out.", drops, minProperties=1, maxProperties=1),
        "swap": {**renamed, "description": "A call becomes another."},
        "negate": {**names, "description": "Tests that speak of this are turned."},
        "settle": closed(
            "Tests that speak of this come out one way.",
            {"test": names, "to": {"type": "boolean"}},
            required=["test", "to"],
        ),
        "set": closed(
            "What is written becomes another value.",
            {"write": names, "to": {"type": ["string", "integer", "boolean"]}},
            required=["write", "to"],
        ),
        "misname": {**names, "description": "Another attribute is written."},
        "reread": {**renamed, "description": "Another attribute or key is read."},
        "late": closed(
            "A statement with such a call comes after another.",
            {"call": names, "after": names},
            required=["call", "after"],
        ),
        "single": {**names, "description": "Of what is returned only the first is."},
        "constant": closed(
            "A number becomes another.",
            {"from": {"type": "integer"}, "to": {"type": "integer"}},
            required=["from", "to"],
        ),
        "unadd": {
            "type": ["string", "integer", "array"],
            "items": {"type": ["string", "integer"]},
            "description": "What is added is not.",
        },
        "unwrap": {**names, "description": "A call or an index is left out, its operand kept."},
        "repeat": {**names, "description": "It is done twice."},
        "exchange": {**names, "description": "The two results of this call are taken for each other."},
    }
    properties = {
        **operators,
        "for": ref("selector", "What it is planted in, where that is not what the invariant is asked about."),
        "in": words("Methods of the subject, dotted through its attributes; for a function, itself."),
        "of": words("With `drop: {argument: ...}`: only arguments of these calls."),
        "under": words("Only under a test that speaks of this."),
        "outside": words("Not under a test that speaks of this."),
        "near": words("Only in a statement that speaks of this."),
        "looped": flag("Only in a loop."),
        "around": words("Only tests whose branches speak of this."),
    }
    return closed("One way to violate it.", properties, anyOf=one_of(tuple(operators)))
