"""A file's text with the bodies of its functions left out: a quarter of the text to parse, and the same headers.

Every line keeps its number, and every function its last line. A function that can't be told safely by its lines
stays as it is (a default that calls, header and body on one line, a last line that goes on, triple quotes across its
end), and so does a file with tabs, form feeds or carriage returns. What comes out must still be parsed: where Python
can't read it, the whole file has to be.
"""

from __future__ import annotations

import re
from functools import lru_cache

# A header up to its line's end. Each alternative starts with a character of its own, and what no parenthesis ends is
# bounded: a mismatch costs no retries, whatever the text.
_HEADER = re.compile(
    r"""\n(\ *)(?:async\ )?def\ \w+\(
        [^()'"#]*(?:(?:\([^()'"#]*\)|"[^"\\\n]*"|'[^'\\\n]*'|\#[^\n]*\n)[^()'"#]*)*\)
        (?:\ *->[^:'"#]{0,400}(?:(?:"[^"\\\n]*"|'[^'\\\n]*')[^:'"#]{0,400}){0,8})?
        :\ *(?:\#[^\n]*)?(?=\n)""",
    re.VERBOSE,
)
_UNSAFE = ("\n\t", "\r", "\f")  # whitespace that can't be counted in columns, and other ends of lines
_QUOTES = ('"""', "'''")


def outline(text: str) -> str:
    """The text of a file, each function's body replaced by empty lines and a `pass` on its last line."""
    if any(unsafe in text for unsafe in _UNSAFE):
        return text
    text = "\n" + text
    kept: list[str] = []
    done = at = 0
    quoted = dict.fromkeys(_QUOTES, False)
    while header := _HEADER.search(text, at):
        for quote in _QUOTES:
            quoted[quote] ^= text.count(quote, at, header.end()) % 2 == 1
        at = header.end()
        end = None if any(quoted.values()) else _end_of_body(text, at, len(header[1]))
        if end is not None:
            kept += text[done:at], "\n" * text.count("\n", at, end), " " * (len(header[1]) + 1), "pass"
            done = at = end
    return "".join((*kept, text[done:]))[1:]


def _end_of_body(text: str, start: int, indent: int) -> int | None:
    """Where the last statement of a body ends; None when the lines don't tell."""
    after = _dedent(indent).search(text, start)
    end = after.start() if after else len(text)
    if any(text.count(quote, start, end) % 2 for quote in _QUOTES):
        return None
    last = _last_line(text, start, end)
    if last == start or text[last - 1] == "\\" or any(quote in text[last:end] for quote in _QUOTES):
        return None
    return last


def _last_line(text: str, start: int, end: int) -> int:
    """Where the last line ends that is neither blank nor a comment; `start` when there is none."""
    while end > start:
        begin = text.rfind("\n", start, end)
        line = text[begin + 1 : end].lstrip(" ")
        if line and line[0] != "#":
            return end
        end = begin
    return start


@lru_cache
def _dedent(indent: int) -> re.Pattern[str]:
    """The start of a line that is indented no more than this, blank lines and comments left out."""
    return re.compile(rf"\n(?! {{{indent + 1}}}| *(?:[\n#]|\Z))")
