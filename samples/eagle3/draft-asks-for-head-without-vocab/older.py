# file: models/tiny.py
# version: 0.4.9
"""A release from before a draft could ask."""


from toy.draft import Draft


class TinyDraft(Draft):  # not-applicable: eagle3/draft-asks-for-head-without-vocab
    pass


MODELS = TinyDraft
