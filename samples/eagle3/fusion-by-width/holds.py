# file: models/tiny.py
"""What comes in another width is fused, and nothing else is."""

from torch import nn

from toy.draft import Draft, DraftModel


class EarlyModel(DraftModel):
    def forward(self, input_ids, positions, batch):
        embeds = self.embed_tokens(input_ids)
        states = self._fused(batch.hints.hidden_states, embeds)
        states, residual = self.block(positions, embeds, states)
        normed, before = self.norm(states, residual)
        return normed, [before]

    def _fused(self, states, embeds):
        if embeds.shape[-1] == states.shape[-1]:
            return states
        return self.fc(states)


class Plain(Draft):
    pass


class Early(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.model = EarlyModel(config)
        self.token_map = None


MODELS = [Plain, Early]
