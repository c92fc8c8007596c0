"""Config keys: reading one, and asking whether it exists.

A key answers with what was written to it, else with what the world says, else with an opaque value named after it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flowtrace.flow.assumptions import matches
from flowtrace.flow.run import Reading, Run, Stopped, opaque
from flowtrace.flow.values import Bound, Const, List, Place, Record, Value


def reached(run: Run, chain: str) -> Record | None:
    """The config a chain of attributes reaches by the engine's rules; the longest pattern wins."""
    role = _role(run.assumptions.rules.chains, chain)
    return None if role is None else config(run, role)


@lru_cache(maxsize=4096)
def _role(patterns: tuple[tuple[str, str], ...], chain: str) -> str | None:
    fitting = [(len(pattern), role) for pattern, role in patterns if matches(pattern, chain)]
    return max(fitting)[1] if fitting else None


def config(run: Run, role: str) -> Record | None:
    """A world's config by role; one record for a whole run, so that writes to it are seen."""
    return run.configs.get(role)


def has_key(run: Run, base: Record, name: Any, place: Place) -> bool:
    """Whether a config has a key, by itself or by an earlier write."""
    run.readings.append(Reading(base, str(name), None, place))
    return name in base.data or (base.id, name) in run.heap or name in run.assumptions.rules.itself


def key(run: Run, base: Record, name: Any, place: Place, required: bool = False) -> Value:
    """A config key: what was written to it, what the world says, or an opaque value named after it."""
    entry = (base.id, name)
    path = f"{base.path}.{name}" if base.path else str(name)
    if entry in run.heap:
        found: Value = run.heap[entry]
        run.readings.append(Reading(base, str(name), found, place))
        return found
    if name in base.data:
        found = _plain(run, base, str(name), base.data[name], place)
        run.readings.append(Reading(base, str(name), found, place))
        return found
    if name not in _RECORD_METHODS:
        run.readings.append(Reading(base, str(name), None, place))
    if name in run.assumptions.rules.itself:
        return base
    if required and base.path:
        raise Stopped(place, f"the config has no {name}")
    if name in _RECORD_METHODS:
        return Bound(base, str(name), place=place, inputs=(base,))
    return opaque(f"the {base.role} config may have any {path}", place, f"config {path}", base,
                  chain=f"{base.role}_config.{path}", free=True, key=f"{base.role}.{path}")  # fmt: skip


_RECORD_METHODS = frozenset(
    {"get", "keys", "items", "values", "to_dict", "update", "pop", "copy", "setdefault"}
)


def _plain(run: Run, base: Record, name: str, plain: Any, place: Place) -> Value:
    path = f"{base.path}.{name}" if base.path else name
    step = f"config {path}"
    if isinstance(plain, dict):
        if (base.id, name) not in run.nested:  # one nested config, however often it is read
            run.nested[(base.id, name)] = Record(
                plain, base.role, path, place=place, step=step, inputs=(base,)
            )
        return run.nested[(base.id, name)]
    if isinstance(plain, list):
        return List(tuple(Const(item, place=place) for item in plain), place=place, step=step, inputs=(base,))
    return Const(plain, place=place, step=step, inputs=(base,))
