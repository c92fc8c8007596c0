# file: models/dropped.py
"""What was captured is taken apart and left behind."""

from toy.backbone import CausalModel


class Dropped(CausalModel):
    def forward(self, input_ids, positions, batch):
        states = self.model(input_ids, positions, batch)
        if self.capture_aux_hidden_states:
            states, _ = states
        return self.logits(input_ids, states, self.lm_head, batch)  # breaks: eagle3/aux-reaches-logits


MODELS = Dropped
