"""Which files of a release an edit of one of them can be seen in."""

from __future__ import annotations

import pytest

from flowtrace.binding import Binding
from flowtrace.facts import Source
from flowtrace.graph.program import Program
from flowtrace.rewrite.slices import Slices
from flowtrace.spec.model import Engine, Specs, World

FILES = {
    "core/models/base.py": "class Base: ...\n",
    "core/models/small.py": "from toy.core.models.base import Base\n",
    "core/models/wrapped.py": "def build():\n    from toy.core.models.small import Small\n",
    "core/models/other.py": "import torch\n",
    "core/models/by_module.py": "from toy.core.models import (\n    small,\n)\n",
    "core/layers.py": "from toy.core.models import small\n",
}


@pytest.fixture
def slices() -> Slices:
    sources = [
        Source(file, f"toy.{file.removesuffix('.py').replace('/', '.')}", text.encode())
        for file, text in FILES.items()
    ]
    registry = {"modules": "models/*.py", "name": "Registered"}
    engine = Engine(id="toy", package="toy", root="core", version=(), registry=registry, roles={})
    specs = Specs(engine=engine, invariants=(), worlds={"plain": World("plain", {})})
    return Slices(Binding(Program(sources), specs, None))


def test_the_narrow_slice_has_what_the_file_imports(slices: Slices) -> None:
    narrow = slices.around("core/models/small.py")[0]
    assert narrow.left_out == ("core/models/by_module.py", "core/models/other.py", "core/models/wrapped.py")


def test_the_wide_slice_has_importers_too_even_those_inside_functions(slices: Slices) -> None:
    wide = slices.around("core/models/small.py")[-1]
    assert wide.left_out == ("core/models/other.py",)


def test_a_file_that_registers_nothing_is_seen_everywhere(slices: Slices) -> None:
    assert [part.left_out for part in slices.around("core/layers.py")] == [()]


def test_a_module_imported_by_its_own_name_is_in_the_slice(slices: Slices) -> None:
    narrow = slices.around("core/models/by_module.py")[0]
    assert "core/models/small.py" not in narrow.left_out


def test_only_the_edited_file_is_parsed_anew(slices: Slices) -> None:
    part = slices.around("core/models/small.py")[0]
    before = part.program.module_of("core/models/base.py")
    edited = Source("core/models/small.py", "toy.core.models.small", b"class Edited: ...\n")
    after = part.replaced(edited)
    assert after.module_of("core/models/base.py") is before
    module = after.module_of("core/models/small.py")
    assert module is not None
    assert [cls.name for cls in module.classes] == ["Edited"]
