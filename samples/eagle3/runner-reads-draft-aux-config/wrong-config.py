# file: running/runner.py
"""The target's config is asked, which knows nothing of drafts."""


class Runner:
    def load(self):
        nested = getattr(self.target_config, "eagle_config", None) or {}  # breaks: eagle3/runner-reads-draft-aux-config
        self.uses_aux = nested.get("use_aux_hidden_state", True)
        self.ids = nested.get("eagle_aux_hidden_state_layer_ids")
