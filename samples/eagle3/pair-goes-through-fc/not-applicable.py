# file: models/tiny.py
"""Without a draft in hand nothing is asked."""

# not-applicable: eagle3/pair-goes-through-fc

from toy.draft import Draft


class TinyDraft(Draft):
    pass


MODELS = TinyDraft
