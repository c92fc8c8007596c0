# file: models/mro.py
"""A diamond, a mixin in front, a base outside the package, a generic one, and one that nobody can find."""

from typing import Generic, TypeVar

from torch import nn

T = TypeVar("T")


class Top(nn.Module):
    def run(self):
        return "top"


class Left(Top):
    def run(self):
        return "left"


class Right(Top):
    def run(self):
        return "right"

    def stop(self):
        return "right"


class Diamond(Left, Right):
    pass


class Mixed(Generic[T], Left):
    pass


class Indexed(Mixed[int]):
    pass


class Lost(nowhere.Thing):
    pass


class Contradicting(Top, Left):
    pass


class Hidden(Right):
    stop = None
