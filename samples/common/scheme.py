"""How tokens are drafted."""

from enum import Enum, auto


class Scheme(Enum):
    NONE = auto()
    EAGLE = auto()
    EAGLE3 = auto()

    def is_eagle(self):
        return self in (Scheme.EAGLE, Scheme.EAGLE3)

    def is_eagle3(self):
        return self == Scheme.EAGLE3
