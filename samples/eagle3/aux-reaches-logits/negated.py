# file: models/negated.py
"""The test is negated; one of the two has swapped its branches with it."""

from toy.backbone import CausalModel


class Swapped(CausalModel):  # holds: eagle3/aux-reaches-logits
    def forward(self, input_ids, positions, batch):
        result = self.model(input_ids, positions, batch)
        if not self.capture_aux_hidden_states:
            return self.logits(input_ids, result, self.lm_head, batch)
        states, aux = result
        return self.logits(input_ids, states, self.lm_head, batch, aux)


class Forgotten(CausalModel):
    def forward(self, input_ids, positions, batch):
        states, aux = self.model(input_ids, positions, batch), None
        if self.capture_aux_hidden_states:
            states, aux = states
        if self.capture_aux_hidden_states:
            return self.logits(input_ids, states, self.lm_head, batch)  # breaks: eagle3/aux-reaches-logits
        return self.logits(input_ids, states, self.lm_head, batch, aux)


MODELS = [Swapped, Forgotten]
