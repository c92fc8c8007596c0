# file: running/runner.py
"""The draft's own runner captures too."""


class Runner:
    def __init__(self, args, model):
        self.scheme = args.scheme
        self.is_drafter = args.is_drafter
        self.model = model
        nested = getattr(args.draft_config, "eagle_config", None) or {}
        if self.scheme.is_eagle3() and nested.get("use_aux_hidden_state", True):
            self.model.watch_layers(None)  # breaks: eagle3/capture-only-for-eagle3
