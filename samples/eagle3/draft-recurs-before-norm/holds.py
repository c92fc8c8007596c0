# file: models/tiny.py
"""The state before the last norm is handed on."""

from toy.draft import Draft


class TinyDraft(Draft):
    pass


MODELS = TinyDraft
