"""An engine's roles and guards to nodes of a graph: what specs speak of, in one release of a code base."""

from flowtrace.binding.binding import Binding
from flowtrace.binding.subjects import Subject

__all__ = ["Binding", "Subject"]
