"""A request <-> its JSON, and the JSON of a result -> frozen values; the other side speaks it in its own
script.

It starts nothing. A result that does not keep to the protocol is refused with a sentence.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flowtrace.findings import Step
from flowtrace.outcomes import Seen

PROTOCOL = 1


class ProtocolError(Exception):
    """What came back is no result; the message says what is wrong with it."""


@dataclass(frozen=True)
class Request:
    """What one child process is asked to do."""

    probe: str  # the script's name
    device: str
    params: Mapping[str, Any] = field(default_factory=dict)
    tp: int = 1

    def text(self, folder: Path) -> str:
        """The JSON for its standard input, one line; `folder` is where it runs and leaves its answer."""
        return json.dumps(
            {
                "protocol": PROTOCOL,
                "probe": self.probe,
                "device": self.device,
                "tp": self.tp,
                "params": dict(self.params),
                "folder": str(folder),
                "output": str(folder / "output"),
                "result": str(folder / "result.json"),
            }
        )


@dataclass(frozen=True)
class Answer:
    """What a probe saw of one demand of one subject."""

    demand: str
    file: str
    line: int
    symbol: str
    seen: Seen
    saw: str
    evidence: tuple[Step, ...] = ()
    ways: str | None = None  # the only ones of several that were run
    of_checkpoint: bool = False  # about the user's or a made-up checkpoint, not about the engine's code


@dataclass(frozen=True)
class Result:
    """What one child process told."""

    answers: tuple[Answer, ...]
    environment: Mapping[str, str]
    code: Mapping[str, str]  # file relative to the package -> SHA-256 of what ran
    stubbed: tuple[str, ...]
    replaced: tuple[str, ...]
    stub_calls: tuple[str, ...]
    error: str | None


def result(text: str) -> Result:
    """The result that `text` is the JSON of."""
    try:
        told = json.loads(text)
        if told["protocol"] != PROTOCOL:
            raise ProtocolError(f"it speaks protocol {told['protocol']}, this program {PROTOCOL}")
        return Result(
            answers=tuple(_answer(each) for each in told["answers"]),
            environment={str(key): str(value) for key, value in told["environment"].items()},
            code={str(key): str(value) for key, value in told["code"].items()},
            stubbed=tuple(map(str, told["stubbed"])),
            replaced=tuple(map(str, told["replaced"])),
            stub_calls=tuple(map(str, told["stub_calls"])),
            error=_error(told["error"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        what = f"{type(error).__name__}: {error}"
        raise ProtocolError(f"its result does not keep to the protocol ({what})") from error


def _answer(told: Mapping[str, Any]) -> Answer:
    return Answer(
        demand=str(told["ref"]),
        file=str(told["file"]),
        line=int(told["line"]),
        symbol=str(told["symbol"]),
        seen=Seen(told["verdict"]),
        saw=str(told["saw"]),
        evidence=tuple(
            Step(str(each["file"]), int(each["line"]), str(each["symbol"]), str(each["what"]))
            for each in told["evidence"]
        ),
        ways=told.get("ways"),
        of_checkpoint=told.get("of") == "checkpoint",
    )


def _error(told: Mapping[str, Any] | None) -> str | None:
    """An error in one line, with the innermost place in the engine that it came from."""
    if told is None:
        return None
    steps = told.get("steps") or []
    where = f" ({steps[-1]['file']}:{steps[-1]['line']})" if steps else ""
    return f"{told['kind']}: {told['message']}{where}"
