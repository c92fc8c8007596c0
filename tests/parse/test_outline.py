"""What a file's outline keeps, what it leaves out, and what it leaves alone because the lines don't tell."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from flowtrace.facts import Module, Source, Unparsed
from flowtrace.parse import body, lines, parse, unreadable
from flowtrace.parse.module import _module
from flowtrace.parse.outline import outline

METHOD = '''\
class A:
    """A docstring."""

    def run(self, x, mode="a(b", *, at: Dict[str, int] = (1, 2)) -> Tuple[
        int, "A"
    ]:  # why
        if x:
            return 1

        return 2
        # a last word

    flag = True
'''


def source(text: str) -> Source:
    return Source("models/a.py", "models.a", text.encode())


def whole(of: Source) -> Module:
    """The facts of a file as its whole text gives them."""
    return _module(of, ast.parse(of.data.decode("utf-8-sig")))


def test_a_body_is_left_out_and_its_last_line_kept() -> None:
    assert outline(METHOD).splitlines()[6:] == [
        "",
        "",
        "",
        "     pass",
        "        # a last word",
        "",
        "    flag = True",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "def f(): return 1\ndef g():\n    return 2\n",
        "def f(a=g(h(1))):\n    return 1\n",
        'def f():\n    return """\na\n"""\n',
        'X = """\ndef f():\n    return 1\n"""\n',
        "def f():\n    x = (\n1\n)\n    return x\n",
        "def f():\n    return 1 \\\n+ 2\n",
        "if True:\n    def f():\n        return 1\nelse:\n    def f():\n        return 2\n",
        "class A:\n\tdef f(self):\n\t\treturn 1\n",
        "def f(\r\n    a,\r\n):\r\n    return a\r\n",
        "def f(\n    a,  # (\n    b,\n):\n    return a\n",
        "@d(\n    1\n)\nasync def f():\n    def g():\n        return 1\n    return g\n",
        "def f():\n    # only this\n    pass\n\n\n# end\n",
        'def f():\n    """One line."""\n',
        "def f():\n    return 1",
    ],
)
def test_the_facts_are_those_of_the_whole_text(text: str) -> None:
    assert parse(source(text)) == whole(source(text))


@pytest.mark.parametrize("version", ["0.4.5", "0.5.23"])
def test_the_facts_of_a_release_are_those_of_its_whole_files(
    release: Callable[[str], Path], version: str
) -> None:
    with ZipFile(release(version)) as wheel:
        texts = {name: wheel.read(name) for name in wheel.namelist() if "/srt/models/" in name}
    found = [Source(name, "m", text) for name, text in texts.items() if name.endswith(".py")]
    assert [each.file for each in found if parse(each) != whole(each)] == []


@pytest.mark.parametrize(
    "piece", ["\ndef a()->''", "\ndef a(", '\ndef a("")', "\n def a(#", '\ndef a():\n """']
)
def test_a_hostile_file_takes_no_longer_than_its_length(piece: str) -> None:
    assert isinstance(parse(source(piece * 30_000)), Module | Unparsed)  # and it comes back at all


def test_a_fault_in_a_header_is_told_with_its_line() -> None:
    assert parse(source("def f():\n    pass\n\ndef g(:\n    pass\n")) == Unparsed(
        "models/a.py", 4, "invalid syntax"
    )


def test_a_fault_in_a_body_is_told_when_the_whole_file_is_read() -> None:
    text = "def f():\n    pass\n\ndef g():\n    x = = 1\n"
    assert isinstance(parse(source(text)), Module)
    assert unreadable(source(text)) == Unparsed("models/a.py", 5, "invalid syntax")


def test_a_body_that_python_cannot_read_returns_what_cannot_be_known() -> None:
    broken = source("class A:\n    def f(self):\n        x = = 1\n")
    facts = parse(broken)
    assert isinstance(facts, Module)
    statements = body(lines(broken.data), facts.classes[0].methods[0], "models")
    assert statements == (("return", 2, 4, ("unread", 2, 4, "A.f, which Python can't parse,")),)
