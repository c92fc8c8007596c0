# file: models/tiny.py
"""Without a draft in hand nothing is asked."""

# not-applicable: eagle3/draft-residual-honoured

from toy.draft import Draft


class TinyDraft(Draft):
    pass


MODELS = TinyDraft
