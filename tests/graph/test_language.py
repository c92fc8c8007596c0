"""What the graph sees of Python: each sample of samples/language, and the facts it must come to."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from flowtrace.facts import Source
from flowtrace.graph.program import Program, classes_of, functions_of
from flowtrace.graph.registry import registered
from flowtrace.graph.symbols import ClassSymbol
from tests.graph.program import Asked, words

Ask = Callable[[str], Asked]


@pytest.mark.parametrize(
    ("name", "stands_for"),
    [
        ("Alias", "assigned First:13"),
        ("Moved", "assigned Second:16"),
        ("Left", "assigned First:17"),
        ("Right", "assigned First:17"),
        ("Typed", "assigned Second:18"),
        ("Declared", "nothing"),
        ("len", "outside len"),
        ("absent", "nothing"),
    ],
)
def test_assignments(asked: Ask, name: str, stands_for: str) -> None:
    assert asked("assignments").find(name) == stands_for


def test_an_assigned_name_is_imported_under_another(asked: Ask) -> None:
    assert asked("assignments").find("Renamed", "toy.models.other") == "assigned Alias:14"


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("Diamond", "class toy.models.mro.Diamond, Left, Right, Top, Module"),
        ("Mixed", "class toy.models.mro.Mixed, Generic, Left, Top, Module"),
        ("Indexed", "class toy.models.mro.Indexed, Mixed, Generic, Left, Top, Module"),
        ("Lost", "class toy.models.mro.Lost, ?Thing"),
        ("Contradicting", "class toy.models.mro.Contradicting, Top, Module, Left"),
    ],
)
def test_mro(asked: Ask, name: str, order: str) -> None:
    assert asked("mro").mro(name) == order


@pytest.mark.parametrize(
    ("name", "method", "definition"),
    [
        ("Diamond", "run", "Left.run:17"),
        ("Diamond", "stop", "Right.stop:25"),
        ("Mixed", "run", "Left.run:17"),
        ("Hidden", "run", "Right.run:22"),
        ("Hidden", "stop", "none"),
        ("Lost", "run", "none"),
    ],
)
def test_methods_along_the_mro(asked: Ask, name: str, method: str, definition: str) -> None:
    assert asked("mro").method(name, method) == definition


def test_super_goes_on_from_the_class_that_calls_it(asked: Ask) -> None:
    module = asked("mro")
    found = module.program.method(module.cls("Diamond"), "run", above=module.cls("Left"))
    assert words(found) == "function toy.models.mro.Right.run"


def test_subclasses(asked: Ask) -> None:
    module = asked("mro")
    facts = module.program.module(module.module)
    assert facts is not None
    found = module.program.subclasses_in([facts], module.cls("Left"))
    assert [each.name for each in found] == ["Diamond", "Mixed", "Indexed", "Contradicting"]


@pytest.mark.parametrize(
    ("method", "definition"),
    [
        ("width", "Decorated.width:17"),
        ("depth", "Decorated.depth:25"),
        ("build", "Decorated.build:29"),
        ("default", "Decorated.default:33"),
        ("run", "Decorated.run:37"),
    ],
)
def test_decorators(asked: Ask, method: str, definition: str) -> None:
    assert asked("decorators").method("Decorated", method) == definition


def test_closures_are_no_members(asked: Ask) -> None:
    module = asked("closures")
    facts = module.program.module(module.module)
    assert facts is not None
    assert [each.header.qualname for each in functions_of(facts)] == ["outer", "Owner.method"]


def test_a_closure_is_a_statement_of_its_body(asked: Ask) -> None:
    module = asked("closures")
    method = module.program.method(module.cls("Owner"), "method")
    assert method is not None
    assert [statement[0] for statement in module.program.body(method)] == ["def", "return"]


@pytest.mark.parametrize(
    ("name", "stands_for"),
    [
        ("Chosen", "class toy.models.guards.Chosen"),
        ("Fast", "assigned None:20"),
        ("slow", "module toy.models.fallback"),
    ],
)
def test_guarded_definitions(asked: Ask, name: str, stands_for: str) -> None:
    assert asked("guards").find(name) == stands_for


def test_a_method_defined_on_both_branches_is_the_last(asked: Ask) -> None:
    assert asked("guards").method("Guarded", "run") == "Guarded.run:36"


@pytest.mark.parametrize(
    ("name", "stands_for"),
    [
        ("Leaf", "class toy.deep.inside.leaf.Leaf"),
        ("leaf", "module toy.deep.inside.leaf"),
        ("Relative", "class toy.deep.inside.leaf.Leaf"),
        ("Sibling", "class toy.models.sibling.Sibling"),
    ],
)
def test_modules_without_packages(asked: Ask, name: str, stands_for: str) -> None:
    assert asked("namespace_packages").find(name) == stands_for


def test_a_package_re_exports(asked: Ask) -> None:
    assert asked("packages").find("Wheel") == "class toy.parts.wheels.Wheel"


def test_a_byte_order_mark_is_no_syntax_error(asked: Ask) -> None:
    assert asked("byte_order_mark").find("Marked") == "class toy.models.byte_order_mark.Marked"


@pytest.mark.parametrize(
    ("name", "stands_for"),
    [
        ("Shiny", "class toy.stars.Shiny"),
        ("Far", "class toy.galaxy.Far"),
        ("Dull", "class toy.models.star_imports.Dull"),
    ],
)
def test_star_imports(asked: Ask, name: str, stands_for: str) -> None:
    assert asked("star_imports").find(name) == stands_for


def test_a_base_comes_through_a_star(asked: Ask) -> None:
    assert asked("star_imports").mro("Own") == "class toy.models.star_imports.Own, Shiny"


def test_a_class_shadows_its_base(asked: Ask) -> None:
    module = asked("shadowed_base")
    assert [words(base) for base in module.program.mro(module.cls("Tall"))] == [
        "class toy.models.shadowed_base.Tall",
        "class toy.models.shadowed_base.Block",
        "class toy.models.plain.Block",
    ]


def test_a_method_of_a_shadowed_base(asked: Ask) -> None:
    assert asked("shadowed_base").method("Tall", "run") == "Block.run:18"


def test_the_last_method_wins(asked: Ask) -> None:
    assert asked("last_definition_wins").method("Twice", "run") == "Twice.run:9"


def test_the_last_function_wins(asked: Ask) -> None:
    module = asked("last_definition_wins")
    facts = module.program.module(module.module)
    assert facts is not None
    found = module.program.find(facts, "go")
    assert (words(found), found.header.line if found and hasattr(found, "header") else 0) == (
        "function toy.models.last_definition_wins.go",
        17,
    )


def test_the_last_class_wins(asked: Ask) -> None:
    module = asked("last_definition_wins")
    facts = module.program.module(module.module)
    assert facts is not None
    assert [(each.name, each.header.line) for each in classes_of(facts)] == [("Twice", 5), ("Again", 25)]


def test_an_import_in_a_function_binds_nothing_outside(asked: Ask) -> None:
    assert asked("function_level_import").find("Model") == "nothing"


def test_an_import_in_a_function_is_a_statement_of_its_body(asked: Ask) -> None:
    module = asked("function_level_import")
    method = module.program.method(module.cls("Late"), "__init__")
    assert method is not None
    statement = module.program.body(method)[0]
    assert (statement[0], statement[3][0].module, statement[3][0].name, statement[3][0].alias) == (
        "import",
        "toy.models.inner",
        "Inner",
        "Model",
    )


def test_a_forwarded_member_is_not_in_the_headers(asked: Ask) -> None:
    assert asked("forwarder").method("Forwarder", "lend") == "none"


def test_the_forwarder_itself_is(asked: Ask) -> None:
    assert asked("forwarder").method("Forwarder", "__getattr__") == "Forwarder.__getattr__:14"


@pytest.mark.parametrize(
    ("name", "value"), [("Owner", "Large:15"), ("Child", "Small:23"), ("Grandchild", "Small:23")]
)
def test_class_attributes(asked: Ask, name: str, value: str) -> None:
    assert asked("class_attribute").attribute(name, "part_class") == value


def test_an_annotation_alone_gives_no_value(asked: Ask) -> None:
    assert asked("class_attribute").attribute("Owner", "count") == "none"


def test_a_class_in_a_class(asked: Ask) -> None:
    module = asked("class_attribute")
    inner = module.cls("Grandchild").header.classes[0]
    assert words(ClassSymbol(module.cls("Grandchild").module, inner)) == (
        "class toy.models.class_attribute.Grandchild.Inner"
    )


@pytest.fixture
def registry(sources: dict[str, tuple[Source, ...]]) -> Program:
    return Program(sources["registry"])


def test_the_registry_is_not_recursive(registry: Program) -> None:
    found = registered(registry, "models/*.py", "MODELS")
    assert [(file, words(cls)) for file, cls in found] == [
        ("models/annotated.py", "class toy.models.annotated.Four"),
        ("models/imported.py", "class toy.models.nested.five.Five"),
        ("models/one.py", "class toy.models.one.One"),
        ("models/several.py", "class toy.models.several.Two"),
        ("models/several.py", "class toy.models.several.Three"),
    ]


def test_an_unparsed_file_registers_nothing_and_is_told() -> None:
    source = Source("models/broken.py", "toy.models.broken", b"\nclass Eight\n    pass\nMODELS = Eight\n")
    program = Program([source])
    assert registered(program, "models/*.py", "MODELS") == []
    assert {file: (told.line, told.reason) for file, told in program.unparsed.items()} == {
        "models/broken.py": (2, "expected ':'")
    }
