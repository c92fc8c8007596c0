# file: running/runner.py
"""The graphs are recorded first."""


class Runner:
    def __init__(self, args, model):
        self.scheme = args.scheme
        self.is_drafter = args.is_drafter
        self.model = model
        self.draft_config = args.draft_config
        self.graphs = self.record(model)  # breaks: eagle3/capture-configured-before-graphs
        if self.scheme.is_eagle3() and not self.is_drafter:
            nested = getattr(self.draft_config, "eagle_config", None) or {}
            self.model.watch_layers(nested.get("eagle_aux_hidden_state_layer_ids"))

    def record(self, model):
        return [model.forward(size) for size in (1, 2, 4)]
