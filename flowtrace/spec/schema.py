"""Turns the spec language into a JSON Schema (draft 2020-12), by which editors complete and check spec files.

The schema knows shapes only; whether a role, a guard or a world of that name exists is asked by `names`.
"""

from __future__ import annotations

from collections.abc import Mapping

from flowtrace.spec import checkpoint, mutants, parameters
from flowtrace.spec.model import KINDS
from flowtrace.spec.pieces import (
    Schema,
    closed,
    flag,
    listed,
    mapped,
    named,
    one_of,
    ref,
    spelled,
    text,
    words,
)
from flowtrace.spec.selectors import HEADS, OF_VALUES, action, place, selector

# Any of these keys at the top tells what kind of file it is; the first match counts.
SHAPES: Mapping[str, tuple[str, ...]] = {
    "engine": ("engine",),
    "worlds": ("worlds",),
    "targets": ("columns",),
    "terms": ("terms",),
    "mutants": ("mutants",),
    "invariant": ("id", "says"),
}

FATES = ("loaded", "raises", "logged", "silent", "skipped_on_purpose")
SEVERITIES = ("error", "warning", "info")

_WORD = (r"^[A-Za-z_][\w.-]*$", "one word")
_WORDS = {"type": ["string", "array"], "items": spelled("One of them.", *_WORD), "minItems": 1}


def schema() -> Schema:
    """The schema of every kind of spec file; a fresh copy."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "flowtrace spec file",
        "description": "An invariant, an engine, worlds, terms, or the columns of the targets table.",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in SHAPES],
        "$defs": _definitions(),
    }


def _definitions() -> Schema:
    return {
        "version": {"type": "string", "x-words": 'a version in quotes, such as "0.5.9"'},
        "severity": {"enum": list(SEVERITIES)},
        "selector": selector(),
        "role": {**ref("selector"), "type": "object", "anyOf": one_of(HEADS)},
        "place": place(),
        "action": action(),
        "step": named(
            "A role's name, or calls of it with a certain value.",
            {"call": text("The role called."), "with": ref("place", "A value that one argument must be.")},
            required=["call"],
        ),
        "counted": named(
            "A value role, or a value divided by a config's entry.",
            {"at": ref("place"), "over": text("What it is divided by, such as `target.hidden_size`.")},
            required=["at"],
        ),
        "receiver": text("A name under `receivers` of the engine.", "receiver"),
        "clause": _clause(),
        "invariant": _invariant(),
        "world": _world(),
        "worlds": closed(
            "Made-up configs.", {"worlds": mapped("World by name.", ref("world"))}, required=["worlds"]
        ),
        "targets": _targets(),
        "terms": checkpoint.terms(),
        "mutants": mutants.mutants(),
        **checkpoint.definitions(),
        "engine": _engine(),
    }


def _kinds() -> Schema:
    feeds = {
        "writer": text("The member role that leaves the mark, or `any`.", "role"),
        "reader": text("The method that looks for it."),
        "by": text("The channel it goes through.", "channel"),
    }
    flows = {
        "from": ref("place", "Where the value comes from."),
        "to": ref("place", "Where it arrives."),
        "through": {
            **ref("place", "A step it takes on every path: a role, a called name, or a place."),
            "x-names": "",
        },
        "times": {"type": "integer", "minimum": 0, "description": "Exactly how often it takes that step."},
        "avoid": {**ref("place", "A step it never takes."), "x-names": ""},
    }
    assigned = {
        "argument": OF_VALUES["argument"],
        "of": text("The call role it is an argument of.", "role"),
        "allow_none": flag("None will do."),
    }
    reads = {
        "keys": words("The config keys."),
        "of": text("The config, or the key of a config, they are read from."),
    }
    return {
        "has": words("The subject has these member roles.", "role"),
        "does": ref("action", "On every path the subject does this."),
        "never": ref("action", "On no path the subject does this."),
        "flows": closed(
            "The value comes from here and arrives there.",
            flows,
            required=["to"],
            anyOf=one_of(("from", "through", "avoid")),
        ),
        "order": listed("These happen in this order.", ref("step")),
        "feeds": closed(
            "What the writer marks, the reader looks at.", feeds, required=["writer", "reader", "by"]
        ),
        "assigned": closed("The argument is assigned, and not None.", assigned, required=["argument", "of"]),
        "returns": closed(
            "What is called returns as many values as are unpacked.",
            {
                "called_in": text("The method whose calls are looked at."),
                "values": {
                    "type": "integer",
                    "minimum": 1,
                    "description": "How many values `in` itself returns.",
                },
            },
            anyOf=one_of(("called_in", "values")),
        ),
        "equals": _equals(),
        "agree": listed("These agree with the value of `with`.", ref("counted")),
        "reads": closed("The subject reads these keys.", reads, required=["keys"]),
        "loads": _loads(),
        "checkpoint": checkpoint.demand(),
    }


def _equals() -> Schema:
    value = {"description": "A number, true, false, null, a list, or `same object as <attribute>`."}
    case = {
        "given": words("The worlds.", "world"),
        "assume": _assume(),
        "with": mapped("Arguments of the function asked.", {}),
        "at": ref("place", "The value looked at."),
        "value": value,
    }
    properties = {
        "at": ref("place", "The value looked at."),
        "value": value,
        "cases": listed(
            "The value wanted under different conditions.", closed("One case.", case, required=["value"])
        ),
    }
    return closed("A value equals what is wanted.", properties, anyOf=one_of(("value", "cases")))


def _loads() -> Schema:
    properties = {
        "names": words(
            "Tensor names; `own`: the class's parameters, `bare`: these without the prefix that the class adds; "
            "`draft`: those of the checkpoint given."
        ),
        "fate": {
            "type": ["string", "array"],
            "items": {"enum": list(FATES)},
            "if": {"type": "string"},
            "then": {"enum": list(FATES)},
            "description": "What may become of each name.",
        },
        "tensors": mapped("Small tensors by name.", listed("Their numbers.", {"type": "integer"})),
        "then": mapped("What is left on the object, by member role.", {}, keys="role"),
        "filled": words(
            "`draft`: with its tensors and the target's share, no parameter is left as it was made."
        ),
    }
    return closed(
        "load_weights takes these names.",
        properties,
        anyOf=one_of(("names", "tensors", "filled")),
        dependentRequired={"names": ["fate"], "tensors": ["then"]},
    )


def _assume() -> Schema:
    return mapped(
        "Guards of the engine, and what they are taken to be.", {"type": ["boolean", "string"]}, keys="guard"
    )


def _clause_properties() -> Schema:
    return {
        **_kinds(),
        "from": {
            "enum": ["construction"],
            "description": "With `has`: assigned by the constructor, on every path.",
        },
        "taking": words("With `has`: parameters the member accepts."),
        "for": ref("selector", "The role asked; one question for each of its nodes."),
        "in": text("The method of the subject that is asked: a member role, or a dotted name."),
        "assume": _assume(),
        "given": words("Worlds in which it is asked; `plain` unless said.", "world"),
        "with": {
            "type": ["object", "string"],
            "description": "Arguments of the function asked; for `agree`, a value.",
            "x-names": "role",
        },
        "over": text("For `order`: the lifecycle to go through, such as `lifecycle.worker`.", "lifecycle"),
        "prepared": {
            **mapped(
                "Member roles run on the subject first, with their arguments.",
                {"type": ["object", "null"]},
                keys="role",
            ),
            "type": ["string", "object"],
            "x-names": "role",
        },
        "receiver": ref("receiver", "What the actions of this clause are done to."),
        "severity": {
            "type": ["string", "object"],
            "if": {"type": "string"},
            "then": ref("severity"),
            "additionalProperties": ref("severity"),
            "x-keys": "role or clause",
            "description": "A word; or words by role, clause name, `default`, and `named` (by the user).",
        },
        "since": ref("version", "The first release in which the demand makes sense."),
        "until": ref("version", "The last release in which the demand makes sense."),
        "needs": {"enum": ["draft", "target"], "description": "Asked only when the user names one."},
        "when": ref(
            "conditions",
            "Not asked of files in hand of which this is not so; with `needs`, only of those of which it is.",
        ),
    }


def _clause() -> Schema:
    properties = {**_clause_properties(), "name": spelled("What `severity` calls this clause.", *_WORD)}
    goes_with = {"from": ["has"], "taking": ["has"]}
    return closed("One demand.", properties, anyOf=one_of(KINDS), dependentRequired=goes_with)


def _invariant() -> Schema:
    properties = {
        "id": spelled(
            "Topic and name; the file is <topic>/<name>.yaml.",
            r"^[a-z0-9]+([._-][a-z0-9]+)*/[a-z0-9]+([._-][a-z0-9]+)*$",
            "a topic and a name in small letters, such as topic/what-holds",
        ),
        "refs": {**spelled("What others call it.", *_WORD), **_WORDS},
        "says": text("The sentence that must hold."),
        "why": text("What goes wrong otherwise."),
        "remedy": text("What to do about it."),
        "after": words(
            "Invariants that must not be broken for the subject, or this one is not asked.", "invariant"
        ),
        "because": words(
            "Asked only where one of these is broken for a class that the user named.", "invariant"
        ),
        "fix": checkpoint.fix(),
        "all": listed("Several demands; what stands beside applies to each.", ref("clause")),
        **_clause_properties(),
    }
    return closed(
        "A sentence that must hold, and what to ask to find out.",
        properties,
        required=["id", "says"],
        anyOf=one_of((*KINDS, "all")),
        dependentRequired={"from": ["has"], "taking": ["has"]},
    )


# ---- worlds, the targets table, engines


def _world() -> Schema:
    properties = {
        "is": text("The world this one is like; what stands here comes on top.", "world"),
        "says": text("How messages call it, such as `with tied embeddings`."),
        "draft": {"type": "object", "description": "Keys of the draft's config."},
        "target": {"type": "object", "description": "Keys of the target's config."},
        "like": ref("conditions", "What is so of a pair in hand that this world stands for."),
    }
    return closed("A pair of small configs.", properties)


def _targets() -> Schema:
    column = {
        "first_of": mapped(
            "Word shown -> role it stands for, or `otherwise`; the first that fits.",
            text("A role.", "role or otherwise"),
        ),
        "has": text("A member role: how the class comes by it.", "role"),
        "feeds": _kinds()["feeds"],
        "made": _kinds()["assigned"],
        "worst_of": words("The worst verdict of these invariants.", "invariant or ref"),
        "and": words("Invariants that must hold too.", "invariant or ref"),
        "unless": {"type": "string", "description": "Classes of this role are `no`.", "x-names": "role"},
        "show": {
            "enum": ["how", "where"],
            "description": "How it comes by the member, or where the code is.",
        },
    }
    cell = closed("How a cell is found.", column, anyOf=one_of(("first_of", "has", "feeds", "worst_of")))
    properties = {
        "for": ref("selector", "One row for each of these."),
        "columns": mapped("Columns by name.", cell),
    }
    return closed("The columns of the targets table.", properties, required=["for", "columns"])


def _engine() -> Schema:
    registry = {
        "modules": text("Which files register classes."),
        "name": text("The name that holds them."),
        "assume": _assume(),
    }
    guard = {
        "attribute": words("The attribute that is pinned."),
        "enum": text("The enum class its value is a member of."),
        "inverted": flag("The guard is true when the attribute is false."),
        "layers": {
            "enum": ["every"],
            "description": "Which rounds of a loop over layers are those of marked ones.",
        },
        "as": {"enum": ["object"], "description": "true stands for some object, false for None."},
        "true_of": mapped(
            "Whole tests on it, for where evaluation can't tell -> the values of which they are true.",
            words("Values of the guard."),
        ),
        "if_true": text("How messages say that it is assumed to be true; empty: not at all.", empty=True),
        "if_false": text("How messages say that it is assumed to be false.", empty=True),
        "test": words("A whole test, whatever its negation and the order of its operands."),
    }
    channel = {
        "attribute": words("An attribute of the object itself."),
        "list": words("A list of indices."),
        "each_layer": words("A flag on each layer."),
    }
    config = {
        "classes": text("Classes that read it as their own config.", "role"),
        "chains": words("Chains that lead to it."),
        "own": closed(
            "Chains that lead to it under an assumption.",
            {"chains": words("The chains."), "assume": _assume()},
            required=["chains", "assume"],
        ),
    }
    layer = {
        "call": words("What builds the layers."),
        "count": {**OF_VALUES["argument"], "description": "How many."},
    }
    names = listed("Names.", {"type": "string"})
    properties = {
        "engine": spelled("The engine's name.", *_WORD),
        "package": text("The package to analyse."),
        "root": text("The folder of the package that is engine code."),
        "version": words("Where the version is told, in order."),
        "registry": closed("How model classes are registered.", registry, required=["modules", "name"]),
        "roles": mapped("What specs speak of, by name.", ref("role")),
        "receivers": mapped("Chains an action may be done to.", words("Chains with *.")),
        "channels": mapped("Where marks are left.", closed("One channel.", channel, minProperties=1)),
        "guards": mapped(
            "What can be assumed.", closed("One guard.", guard, anyOf=one_of(("attribute", "test", "layers")))
        ),
        "configs": closed(
            "Which config a read looks into.",
            {
                "draft": closed("The draft's config.", config),
                "target": closed("The target's config.", config),
                "same": mapped("Keys that mean another.", {"type": "string"}),
                "itself": words("Keys that lead to a part of a config that reads like the whole."),
            },
        ),
        "layers": listed(
            "What builds a list of layers.", closed("One builder.", layer, required=["call", "count"])
        ),
        "enters": mapped("A call that enters the forward of this argument.", {"type": "string"}),
        "lifecycle": mapped("The methods an owner calls, in order, by role.", names, keys="role"),
        "entered": listed("Functions with such a word are entered.", {"type": "string"}),
        "frameworks": listed(
            "Outside packages whose answers are run-time data; any other's are unknown.", {"type": "string"}
        ),
        "closed": listed("Calls that end a path of interest: noted, never entered.", {"type": "string"}),
        "apart": words("What a pair meets only when the server is asked for it.", "role"),
        "parameters": parameters.parameters(_assume()),
        "examples": mapped("What the command line's help shows.", {"type": "string"}),
    }
    return closed(
        "What a code base calls the roles.", properties, required=["engine", "package", "registry", "roles"]
    )
