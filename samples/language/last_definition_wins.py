# file: models/last_definition_wins.py
"""Methods, functions and classes defined twice: the later one is meant."""


class Twice:
    def run(self):
        return 1

    def run(self):
        return 2


def go():
    return 1


def go():
    return 2


class Again:
    first = True


class Again:
    second = True
