# file: scheme.py
"""The one scheme is no longer of the family."""

from enum import Enum, auto


class Scheme(Enum):
    NONE = auto()
    EAGLE = auto()
    EAGLE3 = auto()

    def is_eagle(self):
        return self == Scheme.EAGLE  # breaks: eagle3/eagle3-is-an-eagle

    def is_eagle3(self):
        return self == Scheme.EAGLE3
