"""The schema of how tensors come into a model's parameters, in an engine file."""

from __future__ import annotations

from flowtrace.spec.pieces import Schema, closed, mapped, text, words


def parameters(assume: Schema) -> Schema:
    """What loads parameters, and what else fills or sizes them; `assume` is the form of assumptions."""
    return closed(
        "How tensors come into a model's parameters.",
        {
            "loaded_by": words("The method that is given names and tensors."),
            "fused": mapped("A parameter's name -> the tensors it is fused of.", words("Their names.")),
            "assume": {
                **mapped("What sizes are told under.", {"type": ["boolean", "string", "integer"]}),
                "x-keys": "guard",
            },
            "padded": {
                "type": "integer",
                "minimum": 1,
                "description": "A parameter's rows may be padded to a multiple of this.",
            },
            "may_stay": words("Parameters that may keep what they are made with; * matches any letters."),
            "shared": closed(
                "Who replaces a draft's parameters by the target's.",
                {
                    "in": text("The functions that share.", "role"),
                    "calls": words("The methods they call.", "role"),
                    "assume": assume,
                    "asks": words("Guards on the draft's own attributes.", "guard"),
                },
                required=["in", "calls"],
            ),
        },
    )
