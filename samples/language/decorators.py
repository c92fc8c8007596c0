# file: models/decorators.py
"""Properties, their setters, cached and static ones: which definition of a name a reader gets."""

from functools import cached_property, wraps


def logged(function):
    @wraps(function)
    def call(*args):
        return function(*args)

    return call


class Decorated:
    @property
    def width(self):
        return self._width

    @width.setter
    def width(self, value):
        self._width = value

    @cached_property
    def depth(self):
        return 3

    @staticmethod
    def build(size):
        return size

    @classmethod
    def default(cls):
        return cls()

    @logged
    def run(self):
        return 1
