"""The answer of `draft` -> a table of tensors, a table of parameters, and what they come to; or JSON.

Whether that is right is not judged here: `check` does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from rich.text import Text

from flowtrace.fates import Fate, Filling, Fixed, Loaded, ParameterFate, TensorFate
from flowtrace.findings import Step
from flowtrace.report.as_json import SCHEMA, document, finding
from flowtrace.report.layout import columns, paragraph
from flowtrace.report.summary import version

_FATES = {
    Fate.LOADED: "loaded into",
    Fate.SKIPPED: "skipped by name",
    Fate.SILENT: "dropped in silence",
    Fate.LOGGED: "dropped, and logged",
    Fate.RAISES: "raises",
    Fate.UNKNOWN: "unknown",
}
_FILLINGS = {
    Filling.CHECKPOINT: "checkpoint",
    Filling.TARGET: "the target's",
    Filling.DEFAULT: "allowed default",
    Filling.INITIAL: "left initial",
    Filling.RANDOM: "left random",
    Filling.UNKNOWN: "unknown",
}


def text(answer: Loaded, width: int = 80) -> list[Text]:
    """Tensors by name and parameters in their order, each with the line of code that settles it."""
    lines = _opening(answer, width)
    if answer.tensors:
        rows = [[each.name, _shape(each.shape), _becomes(each), _at(each.place)] for each in answer.tensors]
        lines += [Text(), *columns(["tensor", "shape", "becomes", "decided at"], rows, width)]
    if answer.parameters:
        rows = [[p.name, _shape(p.sizes), _filled(p), _at(p.place)] for p in answer.parameters]
        lines += [Text(), *columns(["parameter", "shape", "filled by", "at"], rows, width)]
    if answer.notes:
        lines.append(Text())
    for note in answer.notes:
        lines += paragraph(f"note: {note}", width, rest="      ")
    return [*lines, Text(), *_closing(answer, width)]


def json(answer: Loaded) -> str:
    """All of it, keys sorted."""
    return document(
        {
            "schema": SCHEMA,
            "engine": answer.engine,
            "package": answer.package,
            "version": answer.version,
            "tree": answer.tree,
            "draft": answer.draft,
            "architecture": answer.architecture,
            "place": _place(answer.place),
            "refused": answer.refused or None,
            "known": answer.known,
            "tensors": [_tensor(each) for each in answer.tensors],
            "parameters": [_parameter(each) for each in answer.parameters],
            "notes": list(answer.notes),
        }
    )


def fixed(answer: Fixed, width: int = 80) -> list[Text]:
    """What a corrected copy has other than the draft, and what is still wrong with it."""
    lines = [Text(f"written {answer.out}" if answer.out else "nothing to correct: no copy was written")]
    for change in answer.changes:
        lines += paragraph(change, width, first="  ", rest="    ")
    if answer.left:
        lines.append(Text("not corrected"))
    for each in answer.left:
        about = f"{each.severity.value} {each.invariant}"
        lines += paragraph(f"{about}: {each.message}. {each.remedy}", width, first="  ", rest="    ")
    for note in answer.notes:
        lines += paragraph(f"note: {note}", width, rest="      ")
    return lines


def fixed_json(answer: Fixed) -> str:
    """The same as JSON."""
    return document(
        {
            "schema": SCHEMA,
            "out": answer.out or None,
            "changes": list(answer.changes),
            "left": [finding(each) for each in answer.left],
            "notes": list(answer.notes),
        }
    )


# --- lines


def _opening(answer: Loaded, width: int) -> list[Text]:
    release = version(answer.package, answer.version)
    if answer.refused:
        sure = "nothing is loaded" if answer.known else "so nothing is known of its tensors"
        return paragraph(f"{release}: {answer.refused} ({_at(answer.place)}): {sure}", width, rest="  ")
    return paragraph(f"{release}: {answer.architecture} ({_at(answer.place)})", width, rest="  ")


def _closing(answer: Loaded, width: int) -> list[Text]:
    fates = Counter(each.fate for each in answer.tensors)
    fillings = Counter(each.filling for each in answer.parameters)
    lines = paragraph(
        _counted(len(answer.tensors), "tensor", [(_FATES[f].removesuffix(" into"), fates[f]) for f in Fate]),
        width,
        rest="  ",
    )
    lines += paragraph(
        _counted(len(answer.parameters), "parameter", [(_FILLINGS[f], fillings[f]) for f in Filling]),
        width,
        rest="  ",
    )
    return lines


def _counted(count: int, noun: str, parts: Iterable[tuple[str, int]]) -> str:
    told = ", ".join(f"{number} {word}" for word, number in parts if number)
    return f"{count} {noun}{'' if count == 1 else 's'}{': ' if told else ''}{told}"


def _becomes(each: TensorFate) -> str:
    if each.fate is Fate.LOADED:
        return " and ".join(each.into)
    why = f" ({each.why})" if each.why else f" (as {each.spelling})" if each.spelling else ""
    return f"{_FATES[each.fate]}{why}"


def _filled(each: ParameterFate) -> str:
    if each.filling is Filling.CHECKPOINT:
        return ", ".join(each.by)
    if each.filling is Filling.TARGET:
        return " ".join(filter(None, ("the target's, by", *each.by, f"({each.why})" if each.why else "")))
    return f"{_FILLINGS[each.filling]}{f' ({each.why})' if each.why else ''}"


def _shape(sizes: Sequence[object]) -> str:
    return "x".join(map(str, sizes)) if sizes else "?"


def _at(step: Step) -> str:
    return f"{step.file}:{step.line}" if step.file else "-"


# --- JSON


def _tensor(each: TensorFate) -> dict[str, Any]:
    return {
        "name": each.name,
        "dtype": each.dtype,
        "shape": list(each.shape),
        "fate": each.fate.value,
        "into": list(each.into),
        "spelling": each.spelling or None,
        "why": each.why or None,
        "place": _place(each.place),
    }


def _parameter(each: ParameterFate) -> dict[str, Any]:
    return {
        "name": each.name,
        "sizes": list(each.sizes),
        "filling": each.filling.value,
        "by": list(each.by),
        "why": each.why or None,
        "place": _place(each.place),
    }


def _place(step: Step) -> dict[str, Any] | None:
    return {"file": step.file, "line": step.line, "symbol": step.symbol} if step.file else None
