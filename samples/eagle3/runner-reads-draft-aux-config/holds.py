# file: running/runner.py
"""The draft's own config is asked for both."""


class Runner:
    def load(self):
        self.uses_aux, self.ids = False, None
        if self.scheme.is_eagle3() and not self.is_drafter:
            nested = getattr(self.draft_config, "eagle_config", None) or {}
            self.uses_aux = nested.get("use_aux_hidden_state", True)
            self.ids = nested.get("eagle_aux_hidden_state_layer_ids")
