# file: models/helped.py
"""A helper scores; one of the two is not given what was captured."""

from toy.backbone import CausalModel


class Gives(CausalModel):  # holds: eagle3/aux-reaches-logits
    def forward(self, input_ids, positions, batch):
        states, aux = self.model(input_ids, positions, batch), None
        if self.capture_aux_hidden_states:
            states, aux = states
        return self._scored(input_ids, states, batch, aux)

    def _scored(self, input_ids, states, batch, aux=None):
        return self.logits(input_ids, states, self.lm_head, batch, aux)


class Keeps(CausalModel):
    def forward(self, input_ids, positions, batch):
        states, aux = self.model(input_ids, positions, batch), None
        if self.capture_aux_hidden_states:
            states, aux = states
        return self._scored(input_ids, states, batch)

    def _scored(self, input_ids, states, batch, aux=None):
        return self.logits(input_ids, states, self.lm_head, batch, aux)  # breaks: eagle3/aux-reaches-logits


MODELS = [Gives, Keeps]
