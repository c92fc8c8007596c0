# file: models/wrong.py
"""The states go where what was captured belongs."""

from toy.backbone import CausalModel


class Wrong(CausalModel):
    def forward(self, input_ids, positions, batch):
        states, aux = self.model(input_ids, positions, batch), None
        if self.capture_aux_hidden_states:
            states, aux = states
        return self.logits(input_ids, states, self.lm_head, batch, [states])  # breaks: eagle3/aux-reaches-logits


MODELS = Wrong
