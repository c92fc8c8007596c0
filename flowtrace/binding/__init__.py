"""An engine's roles and guards to nodes of a graph: what the specs speak of, in one release of one code base."""

from flowtrace.binding.binding import Binding
from flowtrace.binding.subjects import Subject

__all__ = ["Binding", "Subject"]
