# file: models/tiny.py
"""An attribute of the class is there before any instance is."""

from toy.draft import Draft


class TinyDraft(Draft):
    token_map = None

    def __init__(self, config):
        self.build(config)

    def build(self, config):
        super().__init__(config)


MODELS = TinyDraft
