# file: models/always.py
"""A pair is taken apart whether capture is on or not: without it the backbone returns one tensor."""

from toy.backbone import CausalModel


class Always(CausalModel):  # breaks: eagle3/backbone-returns-a-pair
    def forward(self, input_ids, positions, batch):
        states, aux = self.model(input_ids, positions, batch)
        return self.logits(input_ids, states, self.lm_head, batch, aux)


class ByIndex(CausalModel):  # holds: eagle3/backbone-returns-a-pair
    def forward(self, input_ids, positions, batch):
        states, aux = self.model(input_ids, positions, batch), None
        if self.capture_aux_hidden_states:
            states, aux = states[0], states[1]
        return self.logits(input_ids, states, self.lm_head, batch, aux)


MODELS = [Always, ByIndex]
