"""A source's comments -> those that silence findings, each with the lines it speaks for.

`# flowtrace: ignore[ID, ID] reason` speaks for the statement it stands in, or for the next one when it has a
line of its own; at a class or def for its whole body. What a comment silences is decided in `suppressions`.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import replace

from flowtrace.facts import Ignore, Source

_HINT = re.compile(rb"#\s*flowtrace\s*:\s*ignore", re.IGNORECASE)
_COMMENT = re.compile(
    r"#\s*flowtrace\s*:\s*ignore\b\s*(?:\[(?P<ids>[^\]]*)\])?[\s:\-\u2013\u2014]*(?P<reason>.*)",
    re.IGNORECASE,
)
_BLANK = (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)


def ignores(source: Source) -> tuple[Ignore, ...]:
    """The comments in line order; none in a file that does not tokenize."""
    if not _HINT.search(source.data):
        return ()
    try:
        tokens = list(tokenize.tokenize(io.BytesIO(source.data).readline))
    except (tokenize.TokenError, SyntaxError, ValueError):
        return ()
    return tuple(sorted(_found(source.file, tokens), key=lambda each: each.line))


def _found(file: str, tokens: list[tokenize.TokenInfo]) -> Iterator[Ignore]:
    blocks: list[list[Ignore]] = []  # the bodies being read, each with the comments at its class or def
    headed: list[Ignore] = []  # the comments at the last logical line, if that is a class or def
    waiting: list[Ignore] = []  # those in the logical line being read, and above it
    first: tokenize.TokenInfo | None = None
    end = 1  # of the last logical line
    for token in tokens:
        if token.type == tokenize.COMMENT:
            waiting += _read(file, token)
        elif token.type == tokenize.INDENT:
            blocks.append(headed)
            headed = []
        elif token.type == tokenize.DEDENT:
            yield from _spanning(blocks.pop(), end)
        elif token.type == tokenize.NEWLINE and first is not None:
            yield from headed  # no indent came: a class or def in one line
            headed, end = [], token.start[0]
            waiting = _spanning(waiting, end, first.start[0])
            if first.string in ("class", "def", "async"):
                headed, waiting = waiting, []
            elif first.string != "@":  # a decorator's wait for its class or def
                yield from waiting
                waiting = []
            first = None
        elif token.type not in _BLANK and first is None:
            first = token
    yield from headed
    yield from waiting


def _read(file: str, token: tokenize.TokenInfo) -> Iterator[Ignore]:
    comment = _COMMENT.match(token.string)
    if comment:
        ids = tuple(word.strip() for word in (comment["ids"] or "").split(",") if word.strip())
        line = token.start[0]
        yield Ignore(file, line, line, line, ids, comment["reason"].strip())


def _spanning(comments: list[Ignore], last: int, first: int | None = None) -> list[Ignore]:
    """The comments, each speaking for all lines up to `last`, and from `first` on if it began later."""
    return [replace(each, first=min(each.first, first or each.first), last=last) for each in comments]
