# file: scheme.py
"""All that is not excluded is meant."""

from enum import Enum


class Scheme(Enum):
    NONE = "none"
    EAGLE = "eagle"
    EAGLE3 = "eagle3"

    def is_none(self):
        return self is Scheme.NONE

    def is_eagle(self):
        return not self.is_none()

    def is_eagle3(self):
        if self.is_none() or self == Scheme.EAGLE:
            return False
        return True
