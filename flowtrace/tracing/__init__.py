"""Symbols to answers about them: where a value comes from and goes, and what stands around it in the code."""

from flowtrace.tracing.answer import Wanted, trace
from flowtrace.tracing.around import picture

__all__ = ["Wanted", "picture", "trace"]
