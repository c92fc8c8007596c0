# file: models/tiny.py
"""The widths, or whether they differ, are held in locals first."""

from toy.draft import Draft, DraftModel


class HeldModel(DraftModel):
    def forward(self, input_ids, positions, batch):
        embeds = self.embed_tokens(input_ids)
        states = batch.hints.hidden_states
        width = embeds.shape[-1]
        differ = states.shape[-1] != width
        if differ:
            states = self.fc(states)
        states, residual = self.block(positions, embeds, states)
        normed = self.norm(states, residual)
        return normed[0], [normed[1]]


class Held(Draft):
    def __init__(self, config):
        super().__init__(config)
        self.model = HeldModel(config)


class SizedModel(DraftModel):
    def forward(self, input_ids, positions, batch):
        embeds = self.embed_tokens(input_ids)
        states = batch.hints.hidden_states
        if states.size(-1) != embeds.size(-1):
            states = self.fc(states)
        states, residual = self.block(positions, embeds, states)
        normed, before = self.norm(states, residual)
        return normed, [before]


class Sized(Draft):
    def __init__(self, config):
        super().__init__(config)
        self.model = SizedModel(config)


MODELS = [Held, Sized]
