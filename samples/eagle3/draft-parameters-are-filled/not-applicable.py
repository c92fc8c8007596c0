# file: models/tiny.py
"""Without a draft in hand nobody knows which tensors come to fill the parameters."""

# not-applicable: eagle3/draft-parameters-are-filled

from toy.draft import Draft


class TinyDraft(Draft):
    pass


MODELS = TinyDraft
