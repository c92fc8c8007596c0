# file: running/runner.py
"""The setter runs once, with the ids of the draft's config, before any graph is recorded."""


class Runner:
    def __init__(self, args, model):
        self.scheme = args.scheme
        self.is_drafter = args.is_drafter
        self.draft_path = args.draft_path
        self.model = model
        self.draft_config = args.draft_config

    def prepare(self):
        if self.scheme.is_eagle3() and not self.is_drafter:
            nested = getattr(self.draft_config, "eagle_config", None) or {}
            self.model.watch_layers(nested.get("eagle_aux_hidden_state_layer_ids"))

    def record_graphs(self):
        self.graphs = self.record(self.model)

    def record(self, model):
        return [model.forward(size) for size in (1, 2, 4)]
