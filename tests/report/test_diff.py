"""The answer of `diff`, as text, JSON and Markdown."""

from __future__ import annotations

import json
from dataclasses import replace

from flowtrace.diff import Difference, Survey, difference
from flowtrace.report import diff
from flowtrace.seam import Loader, Seam, Site
from tests.report.answers import GREEN, KEEPS, RED, TABLE, wrapper

ALPHA, BETA, GAMMA = TABLE.rows
OLD = Survey(
    replace(
        GREEN,
        version="1.9",
        findings=(replace(wrapper("Ash", 10), fingerprint="1"), replace(wrapper("Elm", 20), fingerprint="2")),
    ),
    replace(TABLE, rows=(ALPHA, GAMMA)),
    Seam(
        roles={
            "worker": (Site("serve/worker.py", "Worker"),),
            "reader": (Site("serve/run.py", "Runner.load"),),
        },
        keys={"Gamma": {}, "workers and runners": {"width": Site("serve/run.py", "Runner.load")}},
        loaders={"Gamma": Loader(("model.mid.weight",))},
    ),
)
NEW = Survey(
    replace(
        RED, findings=(KEEPS, replace(wrapper("Elm", 8), fingerprint="3", file="models/deep/wrappers.py"))
    ),
    replace(TABLE, rows=(replace(ALPHA, cells={**ALPHA.cells, "taps": "none"}), BETA)),
    Seam(
        roles={"worker": (), "reader": (Site("serve/aux.py", "load"),)},
        keys={"Gamma": {"aux.ids": Site("models/c.py", "Gamma.__init__")}, "workers and runners": {}},
        loaders={"Gamma": Loader(("model.layers.0.weight",), words={"mid": "read as layers.0"})},
    ),
)
FULL = difference(OLD, NEW)
NOTHING = difference(Survey(GREEN, TABLE, Seam()), Survey(GREEN, TABLE, Seam()))


def text(answer: Difference) -> str:
    return "".join(f"{line.plain}\n" for line in diff.text(answer, 100))


def test_the_text_shows_new_findings_in_full_and_the_rest_in_lines() -> None:
    assert text(FULL) == (
        """\
new
error  toy/keeps-head [A1]
  serve/worker.py:12:9 Worker.start
  Worker.start replaces the head of its model, which has one of its own.

  1. serve/worker.py:9 Worker.start
     tests self.shares (when shares is true: assumed)
  2. serve/worker.py:12 Worker.start
     calls set_head on self.model
     | self.model.set_head(head)

  why:    A replaced head predicts another vocabulary, and every proposal is rejected without a
          word.
  remedy: Test has_head before sharing the head.

findings
  gone   toy/wrapper-has-taps models/wrappers.py:10 Ash: Ash wraps Base, which has set_taps, and
           does not offer it.
  moved  toy/wrapper-has-taps models/deep/wrappers.py:8 Elm: was in models/wrappers.py

classes
  gained   Beta: kind target, taps inherits:Alpha, verdict broken
  lost     Gamma: kind draft, taps none, verdict not applicable
  changed  Alpha: taps direct -> none

roles
  moved  reader: serve/run.py Runner.load -> serve/aux.py load
  gone   worker: serve/worker.py Worker

config keys
  read now  aux.ids: by Gamma, models/c.py Gamma.__init__
  not read  width: by workers and runners, serve/run.py Runner.load

tensor names
  new   mid: read as layers.0, by Gamma
  gone  model.mid: parameters of Gamma
  new   model.layers: parameters of Gamma

toy 1.9 -> toy 2.0: 1 new finding, 1 gone, 1 unchanged; classes: 1 gained, 1 lost, 1 changed; 2
  roles, 2 config keys, 3 tensor names changed.
"""
    )


def test_no_difference_is_one_line() -> None:
    assert text(NOTHING) == (
        "toy 2.0 -> toy 2.0: 0 new findings, 0 gone, 0 unchanged; classes: 0 gained, 0 lost, 0 changed; 0\n"
        "  roles, 0 config keys, 0 tensor names changed.\n"
    )


def test_json_has_everything() -> None:
    told = json.loads(diff.json(FULL))
    assert [each["symbol"] for each in told["findings"]["new"]] == ["Worker.start"]
    assert [(each["symbol"], each["fate"]) for each in told["findings"]["gone"]] == [("Ash", "gone")]
    assert [each["moved_from"] for each in told["findings"]["unchanged"]] == ["models/wrappers.py"]
    assert told["targets"]["changed"] == [
        {
            "class": "Alpha",
            "file": "models/a.py",
            "columns": {"taps": {"old": "direct", "new": "none"}},
            "moved_from": None,
        }
    ]


def test_json_has_what_moved() -> None:
    told = json.loads(diff.json(FULL))
    assert told["roles"][0] == {
        "role": "reader",
        "old": {"file": "serve/run.py", "symbol": "Runner.load"},
        "new": {"file": "serve/aux.py", "symbol": "load"},
    }
    assert told["config_keys"][0] == {
        "reader": "Gamma",
        "key": "aux.ids",
        "read": "new",
        "file": "models/c.py",
        "symbol": "Gamma.__init__",
    }
    assert told["tensor_names"][0] == {
        "class": "Gamma",
        "word": "mid",
        "is": "alias",
        "old": None,
        "new": "read as layers.0",
    }


def test_markdown_has_a_row_for_each() -> None:
    rows = [line for line in diff.as_markdown(FULL).splitlines() if line.startswith("| **")]
    assert [row.split("**")[1] for row in rows] == [
        *("new error", "gone", "moved"),
        *("gained", "lost", "changed"),
        *("moved", "gone"),
        *("read now", "not read"),
        *("new", "gone", "new"),
    ]


def test_markdown_without_difference_has_no_table() -> None:
    assert "|" not in diff.as_markdown(NOTHING)
