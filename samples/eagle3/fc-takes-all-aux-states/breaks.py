# file: models/tiny.py
"""The draft's own width is taken for the target's."""

from torch import nn

from toy.layers import Embedding, Linear


class NarrowModel(nn.Module):
    def __init__(self, config):
        super().__init__()
        ids = getattr(config, "eagle_config", {}).get("eagle_aux_hidden_state_layer_ids", (1, 2, 3))
        self.embed_tokens = Embedding(config.vocab_size, config.hidden_size)
        self.fc = Linear(len(ids) * config.hidden_size, config.hidden_size)  # breaks: eagle3/fc-takes-all-aux-states


class TinyDraft(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.model = NarrowModel(config)
        self.token_map = None


MODELS = TinyDraft
