# file: models/closures.py
"""Functions in functions belong to the body of the outer one, not to its module or class."""


def outer(model):
    def inner(name):
        return getattr(model, name)

    return inner


class Owner:
    def method(self):
        def helper():
            return self

        return helper()
