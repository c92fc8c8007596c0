# file: models/hoisted.py
"""The flag is read once and kept in a local; in the other what was captured is overwritten."""

from toy.backbone import CausalModel


class Hoisted(CausalModel):  # holds: eagle3/aux-reaches-logits
    def forward(self, input_ids, positions, batch):
        capturing = self.capture_aux_hidden_states
        states, aux = self.model(input_ids, positions, batch), None
        if capturing:
            states, aux = states
        extra = {"aux_hidden_states": aux}
        return self.logits(input_ids, states, self.lm_head, batch, **extra)


class Overwritten(CausalModel):
    def forward(self, input_ids, positions, batch):
        states = self.model(input_ids, positions, batch)
        if self.capture_aux_hidden_states:
            states, aux = states
        aux = None
        return self.logits(input_ids, states, self.lm_head, batch, aux)  # breaks: eagle3/aux-reaches-logits


MODELS = [Hoisted, Overwritten]
