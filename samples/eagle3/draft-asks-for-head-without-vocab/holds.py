# file: models/tiny.py
"""Only an untied draft without a vocabulary of its own asks."""

from toy.draft import Draft


class TinyDraft(Draft):
    pass


MODELS = TinyDraft
