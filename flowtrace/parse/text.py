"""Lowered code back to one line of source text, for messages and for patterns; not for running."""

from __future__ import annotations

from flowtrace.facts import Code


def text(code: Code | None) -> str:
    """An expression as one line, close to how the source writes it; '...' for what has no short text."""
    if code is None:
        return ""
    form = code[0]
    if form == "name":
        return str(code[3])
    if form == "const":
        return "..." if code[3] is Ellipsis else repr(code[3])
    if form == "attr":
        return f"{text(code[3])}.{code[4]}"
    if form == "call":
        args = [text(a) for a in code[4]] + [f"{k}={text(v)}" if k else f"**{text(v)}" for k, v in code[5]]
        return f"{text(code[3])}({', '.join(args)})"
    if form == "item":
        return f"{text(code[3])}[{text(code[4])}]"
    if form == "slice":
        return f"{text(code[3])}:{text(code[4])}" + (f":{text(code[5])}" if code[5] else "")
    if form in ("tuple", "list", "set"):
        inner = ", ".join(text(item) for item in code[3])
        return {"tuple": f"({inner})", "list": f"[{inner}]", "set": f"{{{inner}}}"}[form]
    if form == "bin":
        return f"{_inner(code[4])} {code[3]} {_inner(code[5])}"
    if form == "unary":
        return f"not {_inner(code[4])}" if code[3] == "not" else f"{code[3]}{_inner(code[4])}"
    if form in ("and", "or"):
        return f" {form} ".join(_inner(item) for item in code[3])
    if form == "compare":
        parts = [text(code[4][0])]
        for operator, operand in zip(code[3], code[4][1:], strict=True):
            parts += [operator, text(operand)]
        return " ".join(parts)
    if form == "ifexp":
        return f"{text(code[4])} if {text(code[3])} else {text(code[5])}"
    if form == "held":
        return text(code[3])
    if form == "star":
        return f"*{text(code[3])}"
    if form == "walrus":
        return f"({code[3]} := {text(code[4])})"
    if form == "dict":
        return "{" + ", ".join(f"{text(k)}: {text(v)}" for k, v in code[3]) + "}"
    return "..."


def _inner(code: Code) -> str:
    shown = text(code)
    return f"({shown})" if code[0] in ("and", "or", "ifexp", "bin", "compare") else shown
