# file: models/outside.py
"""What is handed on went through code outside the package."""

from outside import chosen

from toy.backbone import CausalModel


class Outside(CausalModel):
    def forward(self, input_ids, positions, batch):
        states, aux = self.model(input_ids, positions, batch), None
        if self.capture_aux_hidden_states:
            states, aux = states
        return self.logits(input_ids, states, self.lm_head, batch, chosen(batch))  # unknown: eagle3/aux-reaches-logits


MODELS = Outside
