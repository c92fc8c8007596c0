# file: models/whole.py
"""What was captured is handed on, by position, by name or by a helper."""

from toy.backbone import CausalModel


class Positional(CausalModel):
    pass


class Named(CausalModel):
    def forward(self, input_ids, positions, batch):
        states = self.model(input_ids, positions, batch)
        kept = None
        if self.capture_aux_hidden_states:
            states, kept = states
        return self.logits(input_ids, states, self.lm_head, batch, aux_hidden_states=kept)


MODELS = [Positional, Named]
