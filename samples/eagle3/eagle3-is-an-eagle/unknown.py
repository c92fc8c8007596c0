# file: scheme.py
"""Code outside the package knows the family."""

from enum import Enum, auto

from outside import family


class Scheme(Enum):
    NONE = auto()
    EAGLE = auto()
    EAGLE3 = auto()

    def is_eagle(self):
        return self in family()  # unknown: eagle3/eagle3-is-an-eagle

    def is_eagle3(self):
        return self == Scheme.EAGLE3
