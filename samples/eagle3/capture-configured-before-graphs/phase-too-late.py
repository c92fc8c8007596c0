# file: running/runner.py
"""The call stands in the last phase, behind the recording."""


class Runner:
    def __init__(self, args, model):
        self.scheme = args.scheme
        self.is_drafter = args.is_drafter
        self.model = model
        self.draft_config = args.draft_config

    def prepare(self):
        self.graphs = self.record(self.model)  # breaks: eagle3/capture-configured-before-graphs

    def record_graphs(self):
        if self.scheme.is_eagle3() and not self.is_drafter:
            nested = getattr(self.draft_config, "eagle_config", None) or {}
            self.model.watch_layers(nested.get("eagle_aux_hidden_state_layer_ids"))

    def record(self, model):
        return [model.forward(size) for size in (1, 2, 4)]
