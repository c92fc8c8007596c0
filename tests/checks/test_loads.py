"""What a loading method does with names: every fate, on toy classes and on real releases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import dedent, indent

import pytest

from flowtrace.facts import Source
from flowtrace.findings import Finding, Report
from flowtrace.flow.ask import Asker
from flowtrace.flow.assumptions import Rules
from flowtrace.flow.loading import Loading
from flowtrace.graph.program import Program, classes_of
from flowtrace.pipeline import Options, check
from tests.draft.layouts import CONFIGS, TENSORS, layout, write

PARTS = """
import logging

import torch
from torch import nn

log = logging.getLogger(__name__)


class Norm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))


class Method:
    def create_weights(self, layer, rows):
        weight = torch.nn.Parameter(torch.empty(rows))
        layer.register_parameter("weight", weight)


class Linear(nn.Module):
    def __init__(self, rows, bias=True):
        super().__init__()
        self.method = Method()
        self.method.create_weights(self, rows)
        if bias:
            self.bias = nn.Parameter(torch.zeros(rows))
        else:
            self.register_parameter("bias", None)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = Linear(3, bias=False)
        self.norm = Norm(3)
"""

CONSTRUCTOR = """
self.fc = nn.Linear(3, 3, bias=False)
self.block = Block()
"""


def loading(body: str, constructor: str = CONSTRUCTOR, helpers: str = "") -> Loading:
    """A class with this constructor and this body of `load_weights`, one instance of it made."""
    methods = f"def __init__(self, config):\n    super().__init__()\n{indent(dedent(constructor), '    ')}\n"
    methods += f"def load_weights(self, weights):\n{indent(dedent(body), '    ')}\n"
    text = f"{PARTS}\n{dedent(helpers)}\nclass Model(nn.Module):\n{indent(methods, '    ')}"
    program = Program([Source("models/toy.py", "toy.models.toy", text.encode())])
    (module,) = program.parse_all(program.sources)
    (cls,) = (one for one in classes_of(module) if one.name == "Model")
    asker = Asker(program, Rules())
    world = {"draft": {"hidden_size": 3}}
    run, subject, registry = asker.registered(cls, asker.assumptions((), world), "draft")
    method = asker.reached(run, subject, ["load_weights"])
    assert method is not None
    return Loading(asker, run, subject, method, registry)


def fate(body: str, name: str, helpers: str = "") -> tuple[str, tuple[str, ...]]:
    """What becomes of a name, and what it is put into."""
    (found,) = loading(body, helpers=helpers).fates([name])
    return found.word, found.into


PLAIN = """
    parameters = dict(self.named_parameters())
    for name, tensor in weights:
        if name in parameters:
            parameters[name].data.copy_(tensor)
"""


# --- parameters


@pytest.mark.parametrize(
    ("constructor", "names"),
    [
        ("self.norm = Norm(3)", ["norm.weight"]),
        ("self.fc = Linear(3)", ["fc.weight", "fc.bias"]),
        ("self.fc = nn.Linear(3, 3)", ["fc.weight", "fc.bias"]),
        ("self.fc = nn.Linear(3, 3, bias=getattr(config, 'bias', False))", ["fc.weight"]),
        ("self.layers = nn.ModuleList([Norm(3) for _ in range(2)])", ["layers.0.weight", "layers.1.weight"]),
        ("self.norms = nn.ModuleDict({'low': Norm(3)})", ["norms.low.weight"]),
        ("self.norm = None", []),
        ("self.norm = Norm(3)\nself.alias = self.norm", ["norm.weight"]),
        ("self.block = Block()\nself.block.qkv = Norm(3)", ["block.qkv.weight", "block.norm.weight"]),
        ("self.sizes = [3, 5]\nself.method = Method()", []),
        ("self.own = nn.Parameter(torch.ones(3))", ["own"]),
    ],
)
def test_parameters_go_by_the_names_their_constructors_give(constructor: str, names: Sequence[str]) -> None:
    found = loading(PLAIN, constructor).registry.parameters
    assert [one.name for one in found] == names


def test_parameter_of_an_undecided_branch_is_not_asked_for() -> None:
    constructor = "self.fc = Norm(3)\nif config.anything:\n    self.extra = Norm(3)\n"
    assert [one.name for one in loading(PLAIN, constructor).own({})] == ["fc.weight"]


# --- fates


@pytest.mark.parametrize(
    "store",
    [
        "parameters[name].data.copy_(tensor)",
        "parameters[name].data = tensor",
        "parameters[name].data[:] = tensor",
        "parameters[name].weight_loader(parameters[name], tensor)",
        "getattr(parameters[name], 'weight_loader', default)(parameters[name], tensor.to('cpu'))",
        "put(parameters, name, tensor)",
    ],
)
def test_tensor_that_reaches_a_parameter_is_loaded(store: str) -> None:
    body = f"parameters = dict(self.named_parameters())\nfor name, tensor in weights:\n    {store}\n"
    helpers = """
        def default(param, tensor):
            param.data.copy_(tensor)

        def put(parameters, name, tensor):
            parameters[name].data.copy_(tensor)
    """
    assert fate(body, "fc.weight", helpers) == ("loaded", ("fc.weight",))


def test_name_that_nothing_takes_is_silent() -> None:
    assert fate(PLAIN, "other.weight") == ("silent", ())


def test_name_in_the_log_is_logged() -> None:
    body = PLAIN + "        else:\n            log.warning(f'nothing takes {name}')\n"
    assert fate(body, "other.weight") == ("logged", ())


def test_names_logged_at_the_end_are_logged() -> None:
    body = """
        parameters = dict(self.named_parameters())
        left = []
        for name, tensor in weights:
            if name not in parameters:
                left.append(name)
                continue
            parameters[name].data.copy_(tensor)
        log.warning("nothing takes %s", left)
    """
    assert fate(body, "other.weight") == ("logged", ())


def test_log_without_the_name_tells_nothing() -> None:
    assert fate(PLAIN + "        log.info('next')\n", "other.weight") == ("silent", ())


def test_look_up_that_fails_raises() -> None:
    body = """
        parameters = dict(self.named_parameters())
        for name, tensor in weights:
            parameters[name].data.copy_(tensor)
    """
    (found,) = loading(body).fates(["other.weight"])
    assert (found.word, found.reason) == ("raises", "no key name")


TAKES = "        if name in"


@pytest.mark.parametrize(
    "test",
    ["'t2d' in name", "name == 't2d'", "name.endswith('t2d')", "any(s in name for s in ('t2d', 'x'))"],
)
def test_name_that_a_test_finds_is_skipped_on_purpose(test: str) -> None:
    body = PLAIN.replace(TAKES, f"        if {test}:\n            continue\n{TAKES}")
    assert fate(body, "t2d") == ("skipped_on_purpose", ())


def test_test_on_other_names_skips_nothing_on_purpose() -> None:
    body = PLAIN.replace(TAKES, f"        if 'fc' not in name:\n            continue\n{TAKES}")
    assert fate(body, "block.norm.weight") == ("silent", ())


def test_get_with_a_default_is_a_look_up() -> None:
    body = """
        parameters = dict(self.named_parameters())
        for name, tensor in weights:
            if "weight" in name:
                param = parameters.get(name)
                if param is None:
                    continue
                param.data.copy_(tensor)
    """
    assert fate(body, "other.weight") == ("silent", ())


def test_name_that_outside_code_makes_is_unknown() -> None:
    body = PLAIN.replace(TAKES, f"        name = outside.renamed(name)\n{TAKES}")
    (found,) = loading(body, helpers="import outside").fates(["fc.weight"])
    assert (found.word, found.reason[:53]) == (
        "unknown",
        "whether it is loaded depends on name in parameters (m",
    )


def test_tensors_put_aside_are_loaded_when_they_come_together() -> None:
    body = """
        parameters = dict(self.named_parameters())
        kept = {}
        for name, tensor in weights:
            if "half" not in name:
                continue
            kept[name] = tensor
            if "half_a" in kept and "half_b" in kept:
                parameters["fc.weight"].data.copy_(torch.cat([kept["half_a"], kept["half_b"]]))
    """
    found = loading(body).fates(["half_a", "half_b"])
    assert [(one.word, one.into) for one in found] == [("loaded", ("fc.weight",))] * 2
    assert loading(body).fates(["half_a"])[0].word == "silent"


def test_own_name_of_a_fused_parameter_is_that_of_its_parts() -> None:
    body = PLAIN.replace(TAKES, f"        name = name.replace('.q.', '.qkv.')\n{TAKES}")
    found = loading(body).own({"qkv": ["q", "k"]})
    assert [(one.name, one.word) for one in found] == [
        ("fc.weight", "loaded"),
        ("block.q.weight", "loaded"),
        ("block.k.weight", "silent"),
        ("block.norm.weight", "loaded"),
    ]


# --- real releases

D4, D5, D6 = "eagle3/draft-loads-its-names", "eagle3/unknown-names-are-told", "eagle3/d2t-is-an-offset"
Checked = Callable[..., Report]


@pytest.fixture(scope="module")
def checked(release: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Checked:
    """`checked(version, trainer)`: a release checked, with a draft as this trainer writes it."""
    reports: dict[tuple[str, str | None], Report] = {}

    def run(version: str, trainer: str | None = None) -> Report:
        if (version, trainer) not in reports:
            draft = str(layout(tmp_path_factory.mktemp("draft"), trainer)) if trainer else None
            options = Options(select=("D4", "D5", "D6"), draft=draft)
            reports[(version, trainer)] = check(str(release(version)), options)
        return reports[(version, trainer)]

    return run


def lost(report: Report) -> list[Finding]:
    return [finding for finding in report.findings if finding.invariant == D4]


@pytest.mark.parametrize("version", ["0.4.5", "0.4.9", "0.5.2", "0.5.9", "0.5.12", "0.5.15", "0.5.23"])
def test_own_names_load_in_every_release(checked: Checked, version: str) -> None:
    tallies = checked(version).tallies
    assert [tallies[each].broken + tallies[each].unknown for each in (D4, D6)] == [0, 0]


@pytest.mark.parametrize(
    ("version", "silent"),
    [("0.4.5", 0), ("0.4.9", 1), ("0.5.2", 1), ("0.5.9", 1), ("0.5.15", 1), ("0.5.23", 1)],
)
def test_only_the_first_release_tells_of_names_it_drops(checked: Checked, version: str, silent: int) -> None:
    assert checked(version).tallies[D5].broken == silent


@pytest.mark.parametrize(
    ("version", "trainer"), [("0.5.8", "specforge"), ("0.5.9", "modelopt_midlayer"), ("0.5.23", "specforge")]
)
def test_midlayer_drafts_load_everywhere(checked: Checked, version: str, trainer: str) -> None:
    assert lost(checked(version, trainer)) == []


@pytest.mark.parametrize("version", ["0.4.10", "0.5.8", "0.5.9"])
def test_layers_are_dropped_without_a_word(checked: Checked, version: str) -> None:
    (found,) = lost(checked(version, "modelopt_layers"))
    assert found.file == "srt/models/llama_eagle3.py"
    assert found.symbol == "LlamaForCausalLMEagle3.load_weights"
    assert found.message == (
        "layers.0.hidden_norm.weight, layers.0.input_layernorm.weight and 8 more are dropped without a word"
    )


@pytest.mark.parametrize("version", ["0.5.12", "0.5.17", "0.5.23"])
def test_layers_load_since_both_spellings_are_known(checked: Checked, version: str) -> None:
    assert lost(checked(version, "modelopt_layers")) == []


def test_halves_of_a_fused_projection_load_together(checked: Checked) -> None:
    assert lost(checked("0.5.23", "modelopt_mla")) == []


def test_class_that_no_release_registers_loads_nothing(checked: Checked) -> None:
    (found,) = lost(checked("0.5.23", "speculators"))
    assert (found.file, found.line) == ("config.json", 2)
    assert found.message == "no class here is registered as Eagle3Speculator: nothing loads this draft"


def test_class_of_a_later_release_loads_nothing(checked: Checked) -> None:
    (found,) = lost(checked("0.5.9", "modelopt_mla"))
    assert found.message.startswith("no class here is registered as Eagle3DeepseekV2ForCausalLM")


def test_config_that_the_constructor_refuses_loads_nothing(
    release: Callable[[str], Path], tmp_path: Path
) -> None:
    config = {**CONFIGS["specforge"], "num_hidden_layers": 2}
    draft = write(tmp_path / "deep", config, dict(TENSORS["specforge"]))
    (found,) = lost(check(str(release("0.5.9")), Options(select=("D4",), draft=str(draft))))
    assert (found.symbol, found.line) == ("LlamaForCausalLMEagle3.__init__", 199)
    assert found.message == (
        "constructing LlamaForCausalLMEagle3 raises ValueError('EAGLE3 currently only supports 1 layer') "
        "with this config: nothing is loaded"
    )
