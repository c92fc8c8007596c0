# file: scheme.py
"""The other scheme passes for this one."""

from enum import Enum, auto


class Scheme(Enum):
    NONE = auto()
    EAGLE = auto()
    EAGLE3 = auto()

    def is_eagle(self):
        return self.is_eagle3()

    def is_eagle3(self):
        return self in {Scheme.EAGLE, Scheme.EAGLE3}  # breaks: eagle3/eagle3-is-an-eagle
