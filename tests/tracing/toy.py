"""A small engine of our own, with a draft, its base, a worker and a loader, and questions to its traces."""

from __future__ import annotations

from dataclasses import dataclass

from flowtrace.binding import Binding
from flowtrace.facts import Source
from flowtrace.graph.program import Program
from flowtrace.spec.model import Engine, Specs, World
from flowtrace.traces import Picture, Site, Trace
from flowtrace.tracing import Wanted, picture, trace

BASE = """
import torch
from torch import nn
from toy.layers import Head, Logits


class Model(nn.Module):
    def __init__(self, config):
        self.config = config
        self.fc = nn.Linear(config.width * 3, config.width)
        self.head = Head(config.words, config.width)
        self.logits = Logits(config)

    def forward(self, tokens, last):
        if not last:
            return tokens
        return self.logits(tokens, self.head)

    def set_head(self, head):
        del self.head.weight
        self.head.weight = head

    def set_embed(self, embed):
        self.embed = embed
"""

DRAFT = """
from toy.models.base import Model
from toy.layers import Head


class Draft(Model):
    def __init__(self, config):
        super().__init__(config)
        self.borrows = False
        if config.tied:
            self.head = self.embed
        else:
            self.head = Head(config.draft_words, config.width)
        self.token_map = None

    def load_weights(self, weights):
        params = dict(self.named_parameters())
        for name, tensor in weights:
            if "d2t" in name:
                self.token_map = tensor + 1
                continue
            if name in params:
                params[name].data.copy_(tensor)


class Other(Model):
    def resize(self):
        self.head = Head(1, 1)


EntryClass = [Draft]
"""

LAYERS = """
from torch import nn


class Head(nn.Module):
    def __init__(self, rows, columns, bias=False):
        self.weight = nn.Parameter(rows)


class Logits(nn.Module):
    def __init__(self, config):
        self.config = config

    def forward(self, states, head):
        return self.compute(states, head)

    def compute(self, states, weights):
        return states @ weights.weight
"""

WORKER = """
from toy.modes import Mode


class Worker:
    def __init__(self, runner, mode):
        self.runner = runner
        self.mode = Mode(mode)
        self.share()

    def share(self):
        head = self.runner.target.get_head()
        if self.mode.is_three():
            if self.runner.model.borrows:
                self.runner.model.set_head(head)
            else:
                self.runner.model.set_embed(head)
        else:
            self.runner.model.set_head(head)

    def mapped(self, ids):
        if self.runner.model.token_map is None:
            return ids
        return self.runner.model.token_map[ids]


def launch(runner):
    return Worker(runner, "THREE")
"""

MODES = """
from enum import Enum


class Mode(Enum):
    ONE = "ONE"
    THREE = "THREE"

    def is_three(self):
        return self == Mode.THREE
"""

FILES = {
    "layers.py": LAYERS,
    "models/base.py": BASE,
    "models/draft.py": DRAFT,
    "modes.py": MODES,
    "worker.py": WORKER,
}


@dataclass(frozen=True)
class Toy:
    """The toy engine's files, with some of them replaced or added."""

    binding: Binding

    def trace(self, symbol: str, **rest: object) -> Trace:
        """The answer to a question about a symbol."""
        return trace(self.binding, "toy", Wanted(symbol, **rest))  # type: ignore[arg-type]

    def section(self, symbol: str, title: str, **rest: object) -> list[str]:
        """One section of an answer as lines such as `worker.py:15 Worker.share`, what is below indented."""
        answer = self.trace(symbol, **rest)
        sites = [site for section in answer.sections if section.title == title for site in section.sites]
        return [line for site in sites for line in _lines(site, "")]

    def sites(self, symbol: str, title: str, **rest: object) -> list[Site]:
        """One section of an answer."""
        answer = self.trace(symbol, **rest)
        return [site for section in answer.sections if section.title == title for site in section.sites]

    def edges(self, focus: str, depth: int = 1) -> list[str]:
        """The edges around a symbol, as lines such as `Worker.share -calls-> Model.set_head`."""
        found = picture(self.binding, "toy", focus, depth)
        return [f"{edge.source.qualname} -{edge.kind}-> {edge.target.qualname}" for edge in found.edges]

    def picture(self, focus: str, depth: int = 1) -> Picture:
        """The graph around a symbol."""
        return picture(self.binding, "toy", focus, depth)


def toy(files: dict[str, str] | None = None) -> Toy:
    """The toy engine, with `files` replaced or added."""
    sources = [
        Source(file, "toy." + file.removesuffix(".py").replace("/", "."), text.encode())
        for file, text in sorted({**FILES, **(files or {})}.items())
    ]
    specs = Specs(ENGINE, (), {"plain": PLAIN, "tied": TIED})
    return Toy(Binding(Program(sources), specs, "1.0"))


ENGINE = Engine(
    id="toy",
    package="toy",
    root="",
    version=(),
    registry={"modules": "models/*.py", "name": "EntryClass"},
    roles={
        "draft": {"class": "registered", "writes": "token_map"},
        "logits.call": {"call": "*.logits"},
        "share": {"method": "set_head"},
    },
    receivers={"draft.object": ("*runner.model",)},
    guards={
        "mode": {"attribute": ["mode"], "enum": "Mode"},
        "borrowing": {"attribute": ["borrows"]},
    },
    configs={"draft": {"classes": "draft"}},
    parameters={"loaded_by": "load_weights"},
)
PLAIN = World("plain", {"draft": {"width": 7, "words": 101, "draft_words": 31, "tied": False}, "target": {}})
TIED = World("tied", {"draft": {"width": 7, "words": 101, "draft_words": 31, "tied": True}, "target": {}})


def _lines(site: Site, indent: str) -> list[str]:
    sure = "" if site.sure else " ?"
    return [f"{indent}{site.file}:{site.line} {site.symbol}{sure}"] + [
        line for below in site.sites for line in _lines(below, indent + "  ")
    ]
