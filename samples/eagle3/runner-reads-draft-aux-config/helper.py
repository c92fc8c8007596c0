# file: running/runner.py
"""A function that is given the config reads it."""


def aux_settings(config):
    nested = getattr(config, "eagle_config", {})
    return nested.get("use_aux_hidden_state", True), nested.get("eagle_aux_hidden_state_layer_ids", None)


class Runner:
    def load(self):
        self.uses_aux, self.ids = aux_settings(self.draft_config)
