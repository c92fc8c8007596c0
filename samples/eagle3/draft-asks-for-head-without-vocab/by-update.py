# file: models/tiny.py
"""The flag is written into the object's own dict."""

from toy.draft import Draft


class Updated(Draft):
    def __init__(self, config):
        asks = not config.tie_word_embeddings and config.draft_vocab_size is None
        super().__init__(config)
        self.__dict__.update(borrows_head=asks)


class Never(Draft):
    def __init__(self, config):
        super().__init__(config)
        vars(self)["borrows_head"] = False  # breaks: eagle3/draft-asks-for-head-without-vocab


MODELS = [Updated, Never]
