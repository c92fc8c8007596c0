# file: running/runner.py
"""Beside the right call there is one that knows no ids."""

from toy.running.recorder import GraphRecorder


class Runner:
    def __init__(self, args, model):
        self.scheme = args.scheme
        self.is_drafter = args.is_drafter
        self.model = model
        self.draft_config = args.draft_config
        if self.scheme.is_eagle3() and not self.is_drafter:
            nested = getattr(self.draft_config, "eagle_config", None) or {}
            self.model.watch_layers(nested.get("eagle_aux_hidden_state_layer_ids"))
        self.graphs = GraphRecorder(self)
# file: running/recorder.py


class GraphRecorder:
    def __init__(self, runner):
        if runner.scheme.is_eagle3() and not runner.is_drafter:
            runner.model.watch_layers()  # breaks: eagle3/capture-configured-before-graphs
        self.graphs = [runner.model.forward(size) for size in (1, 2, 4)]
