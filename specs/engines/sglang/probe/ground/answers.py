"""What a probe saw -> one answer: about which demand, of which class or function, holds, broken or
inconclusive.
"""

from __future__ import annotations

from typing import Any

from ground import places

Answer = dict[str, Any]
Step = dict[str, Any]


def holds(ref: str, subject: Any, saw: str, *steps: Step | None) -> Answer:
    """The demand was seen to hold."""
    return _answer(ref, subject, "holds", saw, steps)


def broken(ref: str, subject: Any, saw: str, *steps: Step | None) -> Answer:
    """The demand was seen to be broken."""
    return _answer(ref, subject, "broken", saw, steps)


def judged(good: bool, ref: str, subject: Any, saw: str, *steps: Step | None) -> Answer:
    """Holds or broken, by what was seen."""
    return (holds if good else broken)(ref, subject, saw, *steps)


def inconclusive(ref: str, subject: Any, why: str, *steps: Step | None) -> Answer:
    """The demand could be neither confirmed nor refuted."""
    return _answer(ref, subject, "inconclusive", why, steps)


def partly(answer: Answer, ways: str) -> Answer:
    """The same answer, about some of the ways only: that these hold refutes nothing about another."""
    return {**answer, "ways": ways}


def _answer(ref: str, subject: Any, verdict: str, saw: str, steps: tuple[Step | None, ...]) -> Answer:
    """`subject` is a class, a function, or a place that `places` gave for one."""
    place = subject if isinstance(subject, dict) else places.of(subject, "the subject")
    evidence = [each for each in steps if each] or [{**place, "what": saw}]
    return {
        "ref": ref,
        "file": place["file"],
        "line": place["line"],
        "symbol": place["symbol"],
        "verdict": verdict,
        "saw": saw,
        "evidence": evidence,
    }
