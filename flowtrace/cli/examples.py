"""Templates of command lines -> the examples that end a command's help, filled in from the engine file.

The templates name no engine; an engine that lacks a word simply shows fewer examples.
"""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand

from flowtrace.errors import FlowtraceError


def ending_with(*templates: str) -> type[TyperCommand]:
    """A kind of command whose help ends with these examples, such as "flowtrace check {tree}"."""

    class Command(TyperCommand):
        def format_epilog(self, ctx: Any, formatter: Any) -> None:
            super().format_epilog(ctx, formatter)
            lines = _filled(templates)
            if lines:
                with formatter.section("Examples"):
                    formatter.write_text("\b\n" + "\n".join(lines))

    return Command


def _filled(templates: tuple[str, ...]) -> list[str]:
    words = _words()
    lines = []
    for template in templates:
        try:
            lines.append(template.format_map(words))
        except KeyError:
            continue
    return lines


def _words() -> dict[str, str]:
    """The engine's examples; none when the specs can't be loaded, which help is no place to tell."""
    from flowtrace import pipeline
    from flowtrace.cli.options import options

    try:
        specs = pipeline.specs(options())
    except FlowtraceError:
        return {}
    invariant = {"invariant": specs.invariants[0].id} if specs.invariants else {}
    return {"package": specs.engine.package, **invariant, **specs.engine.examples}
