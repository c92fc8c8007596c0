"""`flowtrace verify`: a tree and flags -> what probes saw in another interpreter, and the exit status it
deserves.

With --setup it builds such an interpreter, with --doctor it asks one what it can run.
"""

from __future__ import annotations

import signal
import sys
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from platformdirs import user_cache_path

from flowtrace.cli import output, status
from flowtrace.cli.options import Engine, Format, OutputFormat, Specs, cache, options, split
from flowtrace.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flowtrace.outcomes import Verification
    from flowtrace.verify.child import Interpreter
    from flowtrace.verify.static import Static

EXAMPLES = (
    "flowtrace verify {tree} --setup ./env",
    "flowtrace verify {tree} --python ./env/bin/python",
    "flowtrace verify {tree} --from findings.json --select W3",
    "flowtrace verify --doctor --python ./env/bin/python",
)

RULE = """\b
Exit status:
  0  what was run holds, and agrees with the check
  1  a demand of severity error was seen broken, or the run and the check of the same code disagree
  2  the command line, the input or the interpreter can't be used
  3  a probe was lost (a crash, a time limit) or other code ran, and nothing was seen broken"""


class Device(str, Enum):
    """Where probes run."""

    AUTO = "auto"
    META = "meta"
    CPU = "cpu"
    CUDA = "cuda"


def verify(
    tree: Annotated[
        str | None,
        typer.Argument(
            metavar="TREE",
            help="What was checked: a package folder, a checkout, a wheel or a requirement. A folder is what"
            " runs; otherwise the interpreter's own package does, and is compared with TREE.",
            show_default=False,
        ),
    ] = None,
    findings: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="What `check --format json` wrote. By itself TREE is checked first.",
        ),
    ] = None,
    select: Annotated[
        list[str] | None,
        typer.Option(
            metavar="IDS", help="Only these probes or invariants, by id or ref. Repeatable, or a comma list."
        ),
    ] = None,
    draft: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The folder of the draft you serve, to be probed too.")
    ] = None,
    target: Annotated[
        Path | None, typer.Option(metavar="PATH", help="The folder or config.json of its target.")
    ] = None,
    python: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH", help="The interpreter that has the engine. [default: the one flowtrace runs in]"
        ),
    ] = None,
    device: Annotated[Device, typer.Option(help="Where probes run.")] = Device.AUTO,
    tp: Annotated[
        int, typer.Option(metavar="N", min=1, help="GPUs that one run of the engine is spread over.")
    ] = 1,
    timeout: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", min=1, help="For each probe. [default: what the probe says]"),
    ] = None,
    setup: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Build an environment there that runs TREE, a release, without a GPU."
        ),
    ] = None,
    doctor: Annotated[bool, typer.Option("--doctor", help="Only say what the interpreter can run.")] = False,
    engine: Engine = None,
    spec: Specs = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show the evidence of what holds, too.")
    ] = False,
    output_format: OutputFormat = Format.TEXT,
) -> None:
    """Execute what the check speaks of, on the engine's real classes.

    That is done in another interpreter, with small random models built for each question; no GPU is needed.
    The code of TREE is executed.
    """
    from flowtrace.spec.load import load_engines, shipped
    from flowtrace.verify.child import Interpreter

    known = load_engines([shipped(), *(spec or ())])
    chosen = next((each for each in known if engine in (None, each.id)), None)
    if chosen is None:
        raise InputError(f"There is no engine {engine!r}; known: {', '.join(each.id for each in known)}.")
    interpreter = python or Path(sys.executable)
    if setup is not None:
        _build(chosen, tree, setup, interpreter)
        return
    if doctor:
        _examine(chosen.id, Interpreter(interpreter.absolute()), output_format)
        return
    if tree is None:
        raise typer.BadParameter(
            "name what was checked: a folder, a wheel or a requirement", param_hint="TREE"
        )
    if target and not draft:
        raise typer.BadParameter(
            "--target goes with --draft, of which it is the target", param_hint="--target"
        )
    given = {name: str(path.resolve()) for name, path in (("draft", draft), ("target", target)) if path}
    _refuse_missing(draft, target)
    verification = _verified(
        tree,
        chosen,
        interpreter.absolute(),
        spec=spec,
        findings=findings,
        select=split(select),
        device=device.value,
        tp=tp,
        timeout=timeout,
        given=given,
    )
    _show(verification, output_format, verbose=verbose)
    raise typer.Exit(_status(verification))


def _build(engine: Any, tree: str | None, folder: Path, base: Path) -> None:
    from flowtrace.verify import environment

    if tree is None:
        raise typer.BadParameter("name the release to build an environment for", param_hint="TREE")
    built = environment.build(engine.id, engine.package, tree, folder, base.absolute(), output.complain)
    output.put(f"{built.python}\n")


def _examine(engine: str, interpreter: Interpreter, output_format: Format) -> None:
    from flowtrace.verify import examine

    answer = examine(engine, interpreter, _logs())
    if output_format is Format.JSON:
        from flowtrace.report import verification_json

        output.put(verification_json.examination(answer))
        return
    from flowtrace.report import terminal, verification

    output.show(verification.examination(answer, terminal.width(most=100)))


def _verified(
    tree: str, engine: Any, python: Path, *, spec: Any, findings: Path | None, **wishes: Any
) -> Verification:
    from flowtrace import pipeline
    from flowtrace.report import progress
    from flowtrace.sources import open_tree
    from flowtrace.verify import Wishes, code, verify
    from flowtrace.verify.child import Interpreter

    signal.signal(signal.SIGTERM, _interrupted)  # processes that were started must not outlive this one
    with progress.shown(sys.stderr) as told:
        _, opened = open_tree(tree, [engine])
        invariants = pipeline.specs(options(engine=engine.id, specs=spec)).invariants
        static, pair = _statics(tree, engine.id, findings, spec, wishes["given"], told)
        return verify(
            Wishes(
                tree=tree,
                engine=engine.id,
                interpreter=Interpreter(python, code.import_paths(opened)),
                invariants=invariants,
                checked=code.hashes(opened),
                version=opened.version,
                logs=_logs(),
                static=static,
                pair=pair,
                progress=told,
                **wishes,
            )
        )


def _interrupted(number: int, frame: object) -> NoReturn:
    raise KeyboardInterrupt


def _statics(
    tree: str, engine: str, findings: Path | None, spec: Any, given: Mapping[str, str], told: Any
) -> tuple[Static | None, Static | None]:
    """What the check says of the tree, and of the user's draft and target: as the file has it, or asked now."""
    from flowtrace.verify import static

    read = static.read(findings) if findings is not None else None
    if read is not None and read.engine != engine:
        raise InputError(
            f"{findings} holds findings on the engine {read.engine!r}, and what is run is {engine}."
        )
    if read is not None and read.of_pair:
        return None, read
    plain = read or _checked(tree, spec, told)
    return plain, _checked(tree, spec, told, given) if "draft" in given else None


def _checked(tree: str, spec: Any, told: Any, given: Mapping[str, str] | None = None) -> Static:
    from flowtrace import pipeline
    from flowtrace.report import as_json
    from flowtrace.verify import static

    kept = None if given else cache(off=False, folder=None)  # nothing is kept of a draft in hand
    draft, target = (given or {}).get("draft"), (given or {}).get("target")
    wanted = options(specs=spec, progress=told, cache=kept, draft=draft, target=target)
    report = pipeline.check(tree, wanted)
    return static.parsed(as_json.report(report), tree)


def _show(verification: Verification, output_format: Format, *, verbose: bool) -> None:
    if output_format is Format.JSON:
        from flowtrace.report import verification_json

        output.put(verification_json.report(verification))
        return
    from flowtrace.report import terminal
    from flowtrace.report import verification as text

    output.show(text.report(verification, terminal.width(most=100), verbose=verbose))


def _status(verification: Verification) -> int:
    from flowtrace.findings import Severity
    from flowtrace.outcomes import Seen, Standing
    from flowtrace.verify.run import complete

    for each in verification.outcomes:
        certain = each.standing is not Standing.INCONCLUSIVE
        if each.standing is Standing.REFUTED and verification.findings_of is None:
            return status.FOUND
        if certain and each.seen is Seen.BROKEN and each.severity is Severity.ERROR:
            return status.FOUND
    return status.FINE if complete(verification) else status.INCOMPLETE


def _refuse_missing(draft: Path | None, target: Path | None) -> None:
    if draft is not None and not (draft / "config.json").is_file():
        raise InputError(f"{draft} is no draft: it holds no config.json.")
    if target is not None and not (target.is_file() or (target / "config.json").is_file()):
        raise InputError(f"{target} is neither a config.json nor a folder that holds one.")


def _logs() -> Path:
    return user_cache_path("flowtrace") / "verify"
