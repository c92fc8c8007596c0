"""The events of one run with a made-up pair -> what was decoded, and what each part of the seam was seen to
do.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ground import answers as say
from ground import pair, running

_NEAR = 0.03  # of a state's length: what half precision may cost; two states are far further apart


@dataclass(frozen=True)
class Seen:
    """One generation: its tokens, how many were drafted and accepted, and which layers' states reached the
    draft.
    """

    worker: dict[str, Any] | None
    tokens: list[int] | None
    drafted: int
    accepted: int
    rounds: int
    layers: list[int] | None  # by output; None when the states are of no layer
    width: int | None
    fused: bool

    @property
    def full(self) -> bool:
        """Whether every drafted token was accepted."""
        return bool(self.drafted) and self.accepted == self.drafted


def seen(ran: running.Run, made: pair.Pair, ids: tuple[int, ...]) -> Seen:
    """What the run's events say."""
    generated = ran.first("generated")
    answer = generated["answers"][0] if generated else None
    told = answer["meta_info"] if answer else {}
    accepted, drafted = counted(told)
    entered = ran.first("entered")
    started = ran.first("started")
    return Seen(
        worker=started["worker"] if started else None,
        tokens=answer["output_ids"] if answer else None,
        drafted=drafted,
        accepted=accepted,
        rounds=told.get("spec_verify_ct", 0),
        layers=_matched(entered["last"], made) if entered and entered["last"] else None,
        width=entered["states"]["shape"][-1] if entered and entered["states"] else None,
        fused=ran.first("fused") is not None,
    )


def counted(told: dict[str, Any]) -> tuple[int, int]:
    """How many drafted tokens were accepted and how many there were, by what the engine tells of an answer."""
    accepted = told.get("spec_accept_token_num", told.get("spec_num_correct_drafts", 0))
    return accepted, told.get("spec_draft_token_num", told.get("spec_num_proposed_drafts", 0))


def on_the_way(seen: Seen, ran: running.Run, made: pair.Pair, fault: pair.Fault) -> list[dict[str, Any]]:
    """What was seen of each demand while the engine started and ran."""
    found = [_shared(ran), _order(ran), *_setter(ran, fault)]
    if seen.width is not None:
        found += [*_states(seen, ran, fault), *_mapped(seen, ran, made)]
    return [each for each in found if each]


def capture(seen: Seen, ran: running.Run) -> list[dict[str, Any]]:
    """K7: whether states arrived that fc could fuse."""
    draft = ran.first("loaded", role="draft")
    if seen.fused or draft is None or seen.width is None:
        return []
    asked = ran.first("called", role="target", method="set_eagle3_layers_to_capture")
    saw = f"capture is off: states of width {seen.width} reached the draft, whose fc was never called"
    saw += "" if asked else "; the setter was never called either"
    return [say.broken("K7", draft["model"], saw)]


def _matched(last: list[float], made: pair.Pair) -> list[int] | None:
    """For each part of a fused state the layer whose output it is."""
    found = []
    for start in range(0, len(last), pair.HIDDEN):
        part = last[start : start + pair.HIDDEN]
        apart = [math.dist(part, state) / math.hypot(*state) for state in made.states]
        if min(apart) > _NEAR:
            return None
        found.append(apart.index(min(apart)) - 1)
    return found


def _shared(ran: running.Run) -> dict[str, Any] | None:
    """W1: the draft's own head stayed, and its embedding is the target's."""
    call = next(
        (each for each in ran.each("called", role="draft") if each["method"].startswith("set_")), None
    )
    lent = next((each for each in ran.each("called", role="target") if "embed" in each["method"]), None)
    if call is None or lent is None or not call["by"]:
        return None
    shared = call["after"]["embedding"] == lent["before"]["embedding"]
    kept = call["before"]["head"] == call["after"]["head"] and not call["before"]["asks_for_head"]
    saw = (
        f"the worker called {call['method']}: the draft's embedding is {'' if shared else 'not '}the target's"
    )
    saw += f", its head {'its own' if kept else 'another'}"
    return say.judged(shared and kept, "eagle3/worker-keeps-draft-head", call["by"], saw, call["by"])


def _order(ran: running.Run) -> dict[str, Any] | None:
    """W9: the worker shared before it came to its graphs."""
    kinds = [
        "share" if each["event"] == "called" else "graphs"
        for each in ran.events
        if (each["event"] == "called" and each["role"] == "draft" and each["method"].startswith("set_"))
        or (each["event"] == "graphs" and "ModelRunner" not in each["method"])
    ]
    worker = next((each for each in ran.each("graphs") if "ModelRunner" not in each["method"]), None)
    if worker is None or "share" not in kinds:
        return None
    good = kinds.index("share") < kinds.index("graphs")
    saw = f"the worker shared {'before' if good else 'after'} it came to its CUDA graphs"
    return say.judged(good, "W9", worker["place"], saw, worker["place"])


def _setter(ran: running.Run, fault: pair.Fault) -> list[dict[str, Any]]:
    """C1 and C2: called once, with the ids of the draft's config, before the target's graphs."""
    calls = list(ran.each("called", role="target", method="set_eagle3_layers_to_capture"))
    if not calls:
        return []
    given = [each["given"][0] if each["given"] else None for each in calls]
    by = calls[-1]["by"]
    read = say.judged(list(fault.ids) in given, "C1", by, f"the setter was given {given[-1]}", by)
    order = [each for each in ran.events if each is calls[-1] or _target_graphs(each)]
    first = order.index(calls[-1]) == 0
    graphs = next((each["place"] for each in order if _target_graphs(each)), None)
    if graphs is None:
        return [read]
    often = "once" if len(calls) == 1 else f"{len(calls)} times, the last time"
    saw = f"the setter was called {often}, {'before' if first else 'after'} the runner came to its graphs"
    return [read, say.judged(first and len(calls) == 1, "C2", by, saw, by, graphs)]


def _target_graphs(event: dict[str, Any]) -> bool:
    return event["event"] == "graphs" and event["method"].startswith("ModelRunner") and not event["draft"]


def _states(seen: Seen, ran: running.Run, fault: pair.Fault) -> list[dict[str, Any]]:
    """T6 and T7: the states of the layers asked for reached the draft, on every kind of forward."""
    target = ran.first("loaded", role="target")
    logits = list(ran.each("logits", role="target"))
    if not target or not logits:
        return []
    processor = logits[0]["processor"]
    told = ", ".join(f"{each['states']['shape'][-1]} in {each['mode']}" for each in logits if each["states"])
    wide = all(each["states"] and each["states"]["shape"][-1] == 3 * pair.HIDDEN for each in logits)
    asked = bool(list(ran.each("called", role="target", method="set_eagle3_layers_to_capture")))
    if not asked:
        return []
    saw = f"the states that reached the draft are the outputs of layers {seen.layers}"
    return [
        say.partly(
            say.judged(wide, "T6", processor, f"it stored states of width {told}"),
            "with the whole prompt's states asked for, and no log-probabilities of the prompt",
        ),
        say.judged(seen.layers == list(fault.ids), "T7", target["model"], saw),
    ]


def _mapped(seen: Seen, ran: running.Run, made: pair.Pair) -> list[dict[str, Any]]:
    """W5: what the draft was fed on its further steps are ids of the target's vocabulary."""
    steps = [each for each in ran.each("entered") if each["mode"] == "DECODE" and each["ids"]]
    if not steps or not seen.worker or not seen.full:
        return []
    fed = steps[0]["ids"][0]
    saw = f"the draft's token {pair.TOKEN} was fed back as {fed}, and accepted"
    return [
        say.partly(say.judged(fed == made.token, "W5", seen.worker, saw), "with one candidate for each step")
    ]
