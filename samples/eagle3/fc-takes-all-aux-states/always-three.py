# file: models/tiny.py
"""Three states are counted, whatever the config says; three are too few for five."""

from torch import nn

from toy.layers import Embedding, Linear


class ThreeModel(nn.Module):
    def __init__(self, config):
        super().__init__()
        width = config.target_hidden_size if hasattr(config, "target_hidden_size") else config.hidden_size
        self.embed_tokens = Embedding(config.vocab_size, config.hidden_size)
        self.fc = Linear(3 * width, config.hidden_size)  # breaks: eagle3/fc-takes-all-aux-states


class TinyDraft(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.model = ThreeModel(config)
        self.token_map = None


MODELS = TinyDraft
