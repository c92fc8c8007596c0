# file: running/runner.py
"""Capture is for the target of one scheme, and for drafts that use what is captured."""


class Runner:
    def __init__(self, args, model):
        self.scheme = args.scheme
        self.is_drafter = args.is_drafter
        self.model = model
        self.draft_config = args.draft_config
        self.load()

    def load(self):
        if not self.scheme.is_eagle3() or self.is_drafter:
            return
        nested = getattr(self.draft_config, "eagle_config", None) or {}
        if nested.get("use_aux_hidden_state", True):
            self.model.watch_layers(nested.get("eagle_aux_hidden_state_layer_ids"))
