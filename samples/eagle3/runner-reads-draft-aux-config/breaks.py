# file: running/runner.py
"""Whether aux states are used at all is not asked."""


class Runner:
    def load(self):
        nested = self.draft_config.eagle_config  # breaks: eagle3/runner-reads-draft-aux-config
        self.ids = nested["eagle_aux_hidden_state_layer_ids"]
