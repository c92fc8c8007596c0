# file: models/early.py
"""Embeddings are pooled and not scored; ranks in the middle score nothing."""

from toy.backbone import CausalModel


class Early(CausalModel):  # holds: eagle3/aux-reaches-logits
    def forward(self, input_ids, positions, batch, wants_embedding=False):
        states, aux = self.model(input_ids, positions, batch), None
        if self.capture_aux_hidden_states:
            states, aux = states
        if wants_embedding:
            return states.mean(0)
        if not self.rank.is_last:
            return states
        return self.logits(input_ids, states, self.lm_head, batch, aux)


class Inverted(CausalModel):
    def forward(self, input_ids, positions, batch, wants_embedding=False):
        states, aux = self.model(input_ids, positions, batch), None
        if self.capture_aux_hidden_states:
            states, aux = states
        if not wants_embedding:
            return self.logits(input_ids, states, self.lm_head, batch)  # breaks: eagle3/aux-reaches-logits
        return self.logits(input_ids, states, self.lm_head, batch, aux)


MODELS = [Early, Inverted]
