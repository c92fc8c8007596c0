"""Sources to facts: the only home of `ast`."""

from flowtrace.parse.module import body, lines, package_of, parse, unreadable

__all__ = ["body", "lines", "package_of", "parse", "unreadable"]
