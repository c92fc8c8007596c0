# file: models/tiny.py
"""The embedding is the head of a tied draft, and an untied one has its own."""

from toy.draft import Draft


class TinyDraft(Draft):
    pass


MODELS = TinyDraft
