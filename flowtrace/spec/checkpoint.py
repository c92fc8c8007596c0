"""The schema of what is demanded of a draft's checkpoint: terms and conditions; and demands written out.

Only shapes; `draft` gives terms and conditions their meaning, under the same names.
"""

from __future__ import annotations

from collections.abc import Mapping

from flowtrace.spec.model import Plain
from flowtrace.spec.pieces import Schema, closed, mapped, one_of, ref, words

# Terms whose argument is the author's own words: keys, tensor names, texts.
_WORDED: Mapping[str, str] = {
    "text": "Words as they stand; * matches any letters where something is spelled.",
    "config": "A dotted key of the draft's config; in a list, the first that is there and not null.",
    "target": "A dotted key of the target's config; in a list, the first that is there and not null.",
    "generation": "A dotted key of the draft's generation config.",
    "quantization": "A dotted key of the draft's separate quantization config.",
    "served": "An option of the server, as the user said it.",
    "tensor": "The first tensor that fits a name; * matches any letters.",
}
_OF_TENSORS: Mapping[str, str] = {
    "rows": "The first size of a tensor's shape.",
    "columns": "The second size of a tensor's shape.",
    "dtype": "A tensor's type, such as BF16.",
    "values": "A tensor's whole numbers.",
}
_OF_LISTS: Mapping[str, str] = {
    "length": "How many there are.",
    "count": "How many are not zero.",
    "positions": "Where those are that are not zero.",
    "added_to_position": "Each plus where it stands, counted from 0.",
    "largest": "The largest of them.",
    "one_less": "Each of them less one.",
}
_OF_NUMBERS: Mapping[str, str] = {
    "sum": "These added.",
    "product": "These multiplied.",
    "half": "Half of it, rounded down.",
    "first": "The first of these that is there and not null.",
}
_OF_TERM: Mapping[str, str] = {
    "present": "It is there and not null.",
    "absent": "It is not there, or null.",
    "rising": "Each of the list is larger than the one before.",
    "name_tensors": "Each of these words is a tensor's name, or begins one at a dot.",
}
_OF_TWO: Mapping[str, str] = {
    "equals": "Both are the same.",
    "differs": "They are not the same.",
    "below": "The first, or each in it, is smaller than the second.",
    "at_least": "The first, or each in it, is not smaller than the second.",
    "among": "The first is one of the list.",
    "spelled": "The first fits one of these texts.",
}

TERMS = frozenset({*_WORDED, *_OF_TENSORS, *_OF_LISTS, *_OF_NUMBERS})
CONDITIONS = frozenset({*_OF_TERM, *_OF_TWO})


def definitions() -> Schema:
    """The forms that a demand on a checkpoint is made of."""
    one = {head: words(told) for head, told in _WORDED.items()}
    nested = {head: ref("term", told) for head, told in {**_OF_TENSORS, **_OF_LISTS, **_OF_NUMBERS}.items()}
    several = {head: {**nested[head], "type": "array"} for head in ("sum", "product", "first")}
    term: Schema = {
        **closed("What something is, by a name among the terms or in place.", {**one, **nested, **several}),
        "type": ["string", "number", "boolean", "null", "array", "object"],
        "items": ref("term"),
        "minProperties": 1,
        "maxProperties": 1,
        "x-names": "term",
    }
    pair = {"type": "array", "items": ref("term"), "minItems": 2, "maxItems": 2}
    condition = {
        **{head: ref("term", told) for head, told in _OF_TERM.items()},
        **{head: {**pair, "description": told} for head, told in _OF_TWO.items()},
    }
    conditions: Schema = {
        **closed("What must be so; all of it.", condition, minProperties=1),
        "type": ["object", "array"],
        "items": closed("One condition, or several.", condition, minProperties=1),
        "minItems": 1,
    }
    return {"term": term, "conditions": conditions}


def demand() -> Schema:
    """What is demanded of a checkpoint."""
    properties = {
        "when": ref("conditions", "Nothing is demanded unless all of this is so."),
        "holds": ref("conditions", "All of this must be so."),
        "never": ref("conditions", "This must not all be so."),
    }
    return closed("The draft's tensors and configs are so.", properties, anyOf=one_of(("holds", "never")))


def fix() -> Schema:
    """How a copy of the draft is corrected where a demand on its files is broken."""
    properties = {
        "set": {**mapped("Dotted keys of config.json, and what they are set to.", ref("term"))},
        "remove": words("Dotted keys of config.json that are removed."),
        "lift": words(
            "Keys of config.json whose entries are moved to the top, where they are not there yet."
        ),
        "offsets": ref("term", "A tensor of ids, from each of which its position is subtracted."),
        "architecture": {
            "enum": ["draft"],
            "description": "architectures names the draft class of this release that takes all tensors.",
        },
        "when": ref("conditions", "Corrected only if all of this is so."),
    }
    return closed("How a copy of the draft is corrected.", properties, minProperties=1)


def terms() -> Schema:
    """A file that names terms."""
    properties = {"terms": mapped("Terms by name.", ref("term"))}
    return closed("Names for what conditions speak of.", properties, required=["terms"])


def written_out(demand: Mapping[str, Plain], terms: Mapping[str, Plain]) -> Mapping[str, Plain]:
    """The demand with its conditions in lists, one key each, and every term in place of its name."""
    return {
        part: [
            {head: _in_place(argument, terms)}
            for condition in (conditions if isinstance(conditions, list) else [conditions])
            for head, argument in condition.items()
        ]
        for part, conditions in demand.items()
    }


def fix_written_out(fix: Mapping[str, Plain], terms: Mapping[str, Plain]) -> Mapping[str, Plain]:
    """A correction with every term in place of its name, and its conditions in lists, one key each."""
    found = dict(fix)
    if "set" in fix:
        found["set"] = {key: _in_place(term, terms) for key, term in fix["set"].items()}
    if "offsets" in fix:
        found["offsets"] = _in_place(fix["offsets"], terms)
    if "when" in fix:
        found.update(written_out({"when": fix["when"]}, terms))
    return found


def _in_place(term: Plain, terms: Mapping[str, Plain]) -> Plain:
    if isinstance(term, str):
        return _in_place(terms[term], terms)
    if isinstance(term, list):
        return [_in_place(each, terms) for each in term]
    if isinstance(term, dict):
        return {head: each if head in _WORDED else _in_place(each, terms) for head, each in term.items()}
    return term
