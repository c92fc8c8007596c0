"""Drafts of several configs -> whether fc, the buffers that feed it and the layers captured go together.

The engine is started with each config. What is compared is what its draft is built with, what its worker allocates
for the draft and which layers its target is asked for.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ground import answers as say
from ground import building, drafts, pair, places, registry, running, starting, targets

_USUAL = 3  # layers that are captured when none are named
_FIVE = [0, 1, 2, 3, 4]
_PROMPT = [3, 4, 5]
_NARROW = {"hidden_size": pair.HIDDEN // 2, "target_hidden_size": pair.HIDDEN}
_WIDTHS: dict[str, dict[str, Any]] = {
    "a draft as wide as its target": {},
    "a draft half as wide": _NARROW,
}
_COUNTS: dict[str, dict[str, Any]] = {
    "five layer ids in eagle_config": {"eagle_config": {"eagle_aux_hidden_state_layer_ids": _FIVE}},
    "five beside it": {"eagle_aux_hidden_state_layer_ids": _FIVE},
    "num_aux_hidden_states 5": {"num_aux_hidden_states": 5},
}
_LATENT_DRAFT = "Eagle3DeepseekV2ForCausalLM"
_NOWHERE = {"file": "", "line": 1, "symbol": "the worker"}


def answers(request: dict[str, Any]) -> list[dict[str, Any]]:
    """C4 and C5 of the drafts, of the graph runner that feeds them, and of idle batches."""
    with tempfile.TemporaryDirectory() as folder:
        runs = {
            name: _started(Path(folder) / str(number), request, config)
            for number, (name, config) in enumerate((_WIDTHS | _COUNTS).items())
        }
    found = [*_as_wide(runs), *_idle(runs), *_counted(runs), *_latent(runs, request["device"])]
    shims = running.shims_of(runs.values())
    return [{**each, "shims": shims} for each in found]


def _started(folder: Path, request: dict[str, Any], config: dict[str, Any]) -> running.Run:
    """Started, and with drafts of other widths run to the end of a sequence, where workers make idle batches."""
    prompts = [_PROMPT] if "hidden_size" in config else []
    environment = {"FLOWTRACE_BUFFERS": "1"}
    return starting.started(folder, request, {"eagle_config": {}, **config}, {}, environment, prompts)


def _as_wide(runs: dict[str, running.Run]) -> Iterator[dict[str, Any]]:
    """C4: the buffer of the draft's graphs is as wide as fc."""
    seen = {name: (_columns(runs[name]), runs[name].first("buffer")) for name in _WIDTHS}
    if any(columns is None or buffer is None for columns, buffer in seen.values()):
        yield say.inconclusive("C4", *_why(runs[name] for name in _WIDTHS))
        return
    saw = "; ".join(
        f"{name}: {buffer['columns']} wide, fc {columns}" for name, (columns, buffer) in seen.items()
    )
    good = all(buffer["columns"] == columns for columns, buffer in seen.values())
    yield say.judged(good, "C4", next(iter(seen.values()))[1]["runner"], saw)


def _idle(runs: dict[str, running.Run]) -> Iterator[dict[str, Any]]:
    """C4: so is an idle batch, where the worker makes one."""
    for name in _WIDTHS:
        idle, columns = runs[name].first("idle"), _columns(runs[name])
        if idle is None or columns is None:
            continue
        saw = f"with {name} an idle batch has states {idle['columns']} wide, and fc takes {columns}"
        if idle["columns"] == columns:  # what may fail behind fc is another question
            yield say.holds("C4", idle["place"], saw)
            continue
        failed = runs[name].failure
        saw += f"; {failed['kind']}: {failed['message']}" if failed else ""
        yield say.broken("C4", idle["place"], saw, idle["place"], *(failed["steps"][-2:] if failed else ()))


def _counted(runs: dict[str, running.Run]) -> Iterator[dict[str, Any]]:
    """C5: fc and the buffer each take as many states as are captured.

    Where fc itself takes fewer than its own config names, D8 tells it, and the buffer is compared with nothing.
    """
    drafts_seen, buffers_seen = [], []
    for name in _COUNTS:
        draft, buffer = runs[name].first("loaded", role="draft"), runs[name].first("buffer")
        captured = _captured(runs[name])
        if draft is None or draft["columns"] is None or captured is None:
            yield say.inconclusive("C5", *_why([runs[name]]))
            return
        if captured != _USUAL and draft["columns"] == _USUAL * pair.HIDDEN:
            continue
        drafts_seen.append((name, draft["model"], draft["columns"] // pair.HIDDEN, captured))
        if buffer is not None:
            buffers_seen.append((name, buffer["runner"], buffer["columns"] // pair.HIDDEN, captured))
    yield from _agreeing("fc takes", drafts_seen)
    yield from _agreeing("the buffer holds", buffers_seen)


def _agreeing(verb: str, seen: list[tuple[str, Any, int, int]]) -> Iterator[dict[str, Any]]:
    if not seen:
        return
    saw = "; ".join(
        f"with {name} {verb} {has} states, and {captured} are captured" for name, _, has, captured in seen
    )
    yield say.judged(all(has == captured for _, _, has, captured in seen), "C5", seen[0][1], saw)


def _latent(runs: dict[str, running.Run], device: str) -> Iterator[dict[str, Any]]:
    """C5 of the other draft class: the layers captured are those of the runs, whose configs have the same entries."""
    found, _ = registry.classes()
    plain = targets.config("DeepseekV3ForCausalLM")
    if _LATENT_DRAFT not in found or plain is None:
        return
    seen = []
    for name, config in _COUNTS.items():
        given = {**drafts.config(), **plain, "num_hidden_layers": 1, "eagle_config": {}, **config}
        captured = _captured(runs[name])
        try:
            model = building.model(_LATENT_DRAFT, {**given, "architectures": [_LATENT_DRAFT]}, "meta")
        except Exception as error:
            told = places.of_error(error)
            why = f"it can't be built: {told['kind']}: {told['message']}"
            yield say.inconclusive("C5", found[_LATENT_DRAFT], why, *told["steps"][-1:])
            return
        if captured is not None:
            states = model.model.fc.weight.shape[1] // pair.HIDDEN
            seen.append((name, places.of(type(model), "the draft"), states, captured))
    yield from _agreeing("fc takes", seen)


def _columns(ran: running.Run) -> int | None:
    """What the draft's fc takes."""
    draft = ran.first("loaded", role="draft")
    return draft["columns"] if draft else None


def _captured(ran: running.Run) -> int | None:
    """How many layers the target was asked for."""
    call = ran.first("called", role="target", method="set_eagle3_layers_to_capture")
    if call is None:
        return None
    ids = call["given"][0] if call["given"] else None
    return len(ids) if ids else _USUAL


def _why(runs: Iterable[running.Run]) -> tuple[dict[str, Any], str]:
    """Where and why a run did not tell what was asked."""
    stops = [each.first("unbuilt") or each.failure for each in runs]
    stop = next(filter(None, stops), None)
    if stop is None or not stop["steps"]:
        return _NOWHERE, "the engine ended without saying why"
    return stop["steps"][-1], f"{stop['kind']}: {stop['message']}"
