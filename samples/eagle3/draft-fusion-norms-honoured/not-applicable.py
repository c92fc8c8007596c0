# file: models/tiny.py
"""Without a draft in hand nobody knows which norms it was trained with."""

# not-applicable: eagle3/draft-fusion-norms-honoured

from toy.draft import Draft


class TinyDraft(Draft):
    pass


MODELS = TinyDraft
