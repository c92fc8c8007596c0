# file: models/child.py
"""The child's forward goes to its parent's; or repeats it without the last argument."""

from toy.backbone import CausalModel


class Follows(CausalModel):  # holds: eagle3/aux-reaches-logits
    def forward(self, input_ids, positions, batch):
        return super().forward(input_ids, positions, batch)


class Repeats(CausalModel):
    def forward(self, input_ids, positions, batch):
        states = self.model.forward(input_ids, positions, batch)
        if self.capture_aux_hidden_states:
            states, aux = states
        scored = self.logits
        return scored(input_ids, states, self.lm_head, batch)  # breaks: eagle3/aux-reaches-logits


MODELS = [Follows, Repeats]
