"""What the user names (folder, checkout, wheel, source archive or requirement) -> the sources to analyse.

Files are read as bytes, archives without unpacking them. Nothing is parsed, imported or executed.
"""

from __future__ import annotations

from flowtrace.sources.tree import Tree, open_tree

__all__ = ["Tree", "open_tree"]
