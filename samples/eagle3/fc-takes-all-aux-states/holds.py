# file: models/tiny.py
"""The width is the number of states times the width of the target."""

from toy.draft import Draft


class TinyDraft(Draft):
    pass


MODELS = TinyDraft
