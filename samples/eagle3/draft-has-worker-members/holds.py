# file: models/tiny.py
"""Both methods and the map are there before any weight is."""

from toy.draft import Draft


class TinyDraft(Draft):
    pass


MODELS = TinyDraft
