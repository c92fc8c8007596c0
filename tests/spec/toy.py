"""A toy engine, and what the fixtures of these tests are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from flowtrace.spec.model import Specs

ENGINE = """\
engine: toy
package: toy
registry: {modules: "models/*.py", name: ENTRY}
receivers:
  the.door: ["*.door"]
channels:
  mark: {attribute: marked}
guards:
  locked: {attribute: locked}
lifecycle:
  maker: [__init__, run]
roles:
  maker: {class: registered, has: opener}
  opener: {method: open}
  closer: {method: close}
  width: {of: maker, object: fc, argument: [columns, 0]}
"""

Write = Callable[..., Path]
Load = Callable[..., Specs]
Told = Callable[..., list[str]]
