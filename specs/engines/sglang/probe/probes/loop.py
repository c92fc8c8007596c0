"""A target and a draft -> one run of the whole engine: what it decodes, how much is accepted, and why no
more.

By itself the two are made for the question and must agree on every token; a fault can be planted. With
folders of the user's it is their pair, and its reference is the same target without a draft.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from ground import answers as say
from ground import checkpoint, looped, pair, places, running

_PROMPT = [3, 4, 5]
_TOKENS = 1 + running.DRAFTING["speculative_num_steps"] + 1  # of prefill, of one full verification


def answers(request: dict[str, Any]) -> list[dict[str, Any]]:
    """The loop itself, and W1, W5, W9, C1, C2, T6 and T7 on its way; of a planted fault, whether it is
    named; with other arguments `beside`, whether these change anything.
    """
    params = request["params"]
    fault = pair.Fault(**{key: _frozen(value) for key, value in params.get("fault", {}).items()})
    with tempfile.TemporaryDirectory() as folder:
        made = pair.written(Path(folder) / "pair", fault)
        arguments = {
            **running.DRAFTING,
            "model_path": str(made.target),
            "speculative_draft_model_path": str(made.draft),
            **params.get("arguments", {}),
        }
        ran = running.run(Path(folder) / "run", request, arguments, [_PROMPT], _TOKENS)
        seen = looped.seen(ran, made, fault.ids)
        if "beside" in params:
            other = {**arguments, **params["beside"]}
            beside = running.run(Path(folder) / "beside", request, other, [_PROMPT], _TOKENS)
            found = [_alike(seen, looped.seen(beside, made, fault.ids))]
        elif "fault" in params:
            found = [_planted(seen, _causes(seen, ran, made), made, params["named"])]
        else:
            found = [_whole(seen, ran, made), *looped.on_the_way(seen, ran, made, fault)]
            found += [] if seen.full else _causes(seen, ran, made)
    return [{**each, "shims": ran.shims} for each in found]


def _alike(graphs: looped.Seen, eager: looped.Seen) -> dict[str, Any]:
    """With CUDA graphs and without them: the same tokens, as many accepted, and the same layers' states."""
    subject = graphs.worker or {"file": "", "line": 1, "symbol": "the engine"}
    if graphs.tokens is None or eager.tokens is None:
        return say.inconclusive("graphs", subject, "one of the two runs generated nothing")
    told = [(each.tokens, each.accepted, each.layers) for each in (graphs, eager)]
    saw = "; ".join(
        f"{name}: {accepted} of {each.drafted} drafted tokens accepted, states of layers {layers} reached the draft"
        for name, each, (_, accepted, layers) in zip(
            ("with graphs", "eager"), (graphs, eager), told, strict=True
        )
    )
    saw += "" if graphs.tokens == eager.tokens else "; the tokens differ"
    return say.judged(told[0] == told[1], "graphs", subject, saw)


def _planted(
    seen: looped.Seen, causes: list[dict[str, Any]], made: pair.Pair, named: list[str]
) -> dict[str, Any]:
    """The output stays right, nothing is accepted, and what is found as the cause is the fault, alone."""
    subject = seen.worker or {"file": "", "line": 1, "symbol": "the engine"}
    if seen.tokens is None:
        return say.inconclusive("planted", subject, "it generated nothing")
    told = [each for each in causes if each["verdict"] == "broken"]
    right = all(each == made.token for each in seen.tokens)
    saw = f"{'right' if right else 'wrong'} tokens, {seen.accepted} of {seen.drafted} drafted ones accepted; "
    saw += "; ".join(f"{each['ref']}: {each['saw']}" for each in told) or "no cause was found"
    good = right and not seen.accepted and [each["ref"] for each in told] == named
    return say.judged(good, "planted", subject, saw, *(step for each in told for step in each["evidence"]))


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _whole(seen: looped.Seen, ran: running.Run, made: pair.Pair) -> dict[str, Any]:
    subject = seen.worker or {"file": "", "line": 1, "symbol": "the engine"}
    if seen.tokens is None:
        failure = ran.failure
        told = f"{failure['kind']}: {failure['message']}" if failure else f"status {ran.status}"
        steps = failure["steps"][-3:] if failure else []
        return say.inconclusive("loop", subject, f"it generated nothing: {told}", *steps)
    right = all(each == made.token for each in seen.tokens) and len(seen.tokens) == _TOKENS
    saw = f"{len(seen.tokens)} tokens, {'all as' if right else 'not as'} the target alone would say"
    saw += f"; {seen.accepted} of {seen.drafted} drafted tokens accepted in {seen.rounds} rounds"
    return say.judged(right and seen.full, "loop", subject, saw)


def _causes(seen: looped.Seen, ran: running.Run, made: pair.Pair) -> list[dict[str, Any]]:
    """What explains that tokens were rejected: answers about this draft and run, not the engine."""
    found = looped.capture(seen, ran)
    try:
        draft = checkpoint.opened(made.draft)
        found += checkpoint.maps(draft) + checkpoint.loads(draft)
    except Exception as error:
        told = places.of_error(error)
        why = f"the draft was not examined: {told['kind']}: {told['message']}"
        found.append(say.inconclusive("D4", {"file": "", "line": 1, "symbol": "the draft"}, why))
    return [{**each, "of": "checkpoint"} for each in found]
