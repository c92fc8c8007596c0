# file: models/tiny.py
"""The same number in other words: try and except, a loop that adds, a keyword."""

from torch import nn

from toy.layers import Embedding, Linear


class WordyModel(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.embed_tokens = Embedding(config.vocab_size, config.hidden_size)
        self.fc = Linear(out_features=config.hidden_size, in_features=self._columns(config))

    def _columns(self, config):
        nested = getattr(config, "eagle_config", {})
        try:
            ids = nested["eagle_aux_hidden_state_layer_ids"]
        except KeyError:
            ids = [0, 0, 0]
        width = getattr(config, "target_hidden_size", None)
        columns = 0
        for _ in ids:
            columns += config.hidden_size if width is None else width
        return columns


class TinyDraft(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.model = WordyModel(config)
        self.token_map = None


MODELS = TinyDraft
