"""The schema of what selects: roles and other selectors, places a value is at, actions.

Only shapes; `binding` and `checks` give them meaning.
"""

from __future__ import annotations

from flowtrace.spec.pieces import Schema, closed, flag, listed, named, one_of, ref, text, words

_RANGE: Schema = {
    "since": ref("version", "The first release that has it."),
    "until": ref("version", "The last release that has it."),
}

_OF_CLASSES: Schema = {
    "class": text("Classes: `registered`, `any`, or those of another role.", "role"),
    "class_name": words("Classes by name; * matches any letters."),
    "any_of": listed("Classes or functions that one of these selects.", ref("selector")),
    "subclass_of": text("Classes below those of a role.", "role"),
    "forward_reads": words("Its forward, with all it enters, reads such a chain."),
    "forward_reaches": text("Its forward reaches a class of this role.", "role"),
    "forward_enters": text("Its forward enters the forward of a class of this role.", "role"),
    "forward_open": flag("Its forward calls a part that is known only at run time."),
    "writes": words("One of its methods writes this attribute."),
    "has": text("It defines, inherits or delegates this member role.", "role"),
    "owns": text("It holds a function of this role.", "role"),
}

_OF_FUNCTIONS: Schema = {
    "function": text("Functions: `any`, those of another role, or by name with *.", "role or pattern"),
    "calls": text("It calls this role.", "role"),
    "calls_any": words("It calls one of these roles.", "role"),
    "receiver": ref("receiver", "What the call must be made on."),
    "unpacks": text("It takes apart what a call of this role returns.", "role"),
    "reads_key": text("It reads this config key."),
}

_OF_CALLS: Schema = {
    "call": words("Calls of a member role, or by name; * matches any receiver.", "call"),
    "chain": words("What the calls return, read from such a chain of attributes instead."),
    "context": words("Context managers by name."),
    "result": {"type": "integer", "description": "The item of the result that is meant, counted from 0."},
}

_OF_MEMBERS: Schema = {
    "method": words("A method's name."),
    "attribute": words("An attribute's name."),
}

OF_VALUES: Schema = {
    "of": ref("selector", "What the value belongs to: a role, or `config.<name>`."),
    "object": text("The object held by this attribute of the subject, dotted."),
    "argument": {
        "type": ["string", "integer", "array"],
        "items": {"type": ["string", "integer"]},
        "minItems": 1,
        "description": "An argument by keyword or position; in a list, the first that is given.",
    },
    "buffer": words("A tensor allocated under this attribute."),
    "dimension": {"type": "integer", "description": "Which dimension of the buffer."},
    "config": {"type": "string", "description": "The config that every chain in it reaches."},
    "key": words("A config key."),
    "left_by": text("What this member role leaves behind when it is run.", "role"),
    "largest": text("The largest index of this channel.", "channel"),
    "tested_in": text("The method in which it is tested."),
    "captured_by": ref("place", "The states of layers that arrive at this argument."),
    "length_of": ref("place", "The length of this value."),
    "if_none": {"type": "integer", "description": "The length that stands for None."},
}

HEADS = (
    *(
        "class",
        "class_name",
        "any_of",
        "subclass_of",
        "function",
        "calls",
        "calls_any",
        "method",
        "attribute",
        "call",
    ),
    *("context", "object", "argument", "buffer", "key", "left_by", "largest", "captured_by", "length_of"),
)


def selector() -> Schema:
    """What selects classes, functions, calls or values: a role's name, or the parts of one."""
    properties = {
        **_OF_CLASSES,
        **_OF_FUNCTIONS,
        **_OF_CALLS,
        **_OF_MEMBERS,
        **OF_VALUES,
        "under": text("Only in this folder below the engine's root."),
        "in": {
            **ref("selector", "Only inside this: a role, a channel, or a selector."),
            "x-names": "role or channel",
        },
        "unless": ref("selector", "But not those this selects."),
        "called": text("How messages call it."),
        "entered": flag("false: that a function speaks of it is no reason to enter it."),
        "optional": flag("A release without any is no finding."),
        **_RANGE,
    }
    return named("A role's name, or what makes a role.", properties, minProperties=1)


def place() -> Schema:
    """Where in the code a value is: a role's name, or the place itself."""
    index: Schema = {"type": ["integer", "string"]}
    properties = {
        **OF_VALUES,
        **_OF_CALLS,
        **_OF_MEMBERS,
        "unpacked": {**index, "description": "An item of an unpacked result: its number, or `last`."},
        "parameter": text("A parameter of the function asked."),
        "returned": {
            "type": ["integer", "array"],
            "items": {"type": "integer"},
            "description": "An item of what is returned; a list goes further in.",
        },
        "returned_by": text("What this method of the subject returns."),
        "written": words("What is written to this attribute."),
        "indexed_by_it": text("The value is used as an index into this role.", "role"),
        "read": text("Where this name is read."),
        "config": text("A config: draft or target.", "config"),
        "in": ref("selector", "Only inside this."),
    }
    return named("A role's name, or a place in the code a value is at.", properties, minProperties=1)


def action() -> Schema:
    """What a function does, or never does."""
    properties = {
        "call": words("A call of this role, or by pattern.", "call"),
        "write": words("A write to an attribute role, or to a chain of this pattern.", "role or pattern"),
        "from": text("With `write`: of a value made of what this role's chains reach.", "role"),
        "return": flag("A return."),
        "raise": flag("A raise."),
        "log": text("A log call of this level or above."),
        "reached": flag("The subject itself is reached."),
        "receiver": ref("receiver", "What it is done to."),
        "within": text("The context manager role it is done inside.", "role"),
    }
    heads = ("call", "write", "return", "raise", "log", "reached")
    return closed("Something a function does.", properties, anyOf=one_of(heads))
