# file: running/runner.py
"""A free function is given the model and the ids; the other runner calls it a phase too late."""

from toy.running.aux import ids_of, start_capture


class Runner:
    def __init__(self, args, model):
        self.scheme = args.scheme
        self.is_drafter = args.is_drafter
        self.model = model
        self.ids = ids_of(args.draft_config)

    def prepare(self):
        start_capture(self.scheme, self.is_drafter, self.model, self.ids)

    def record_graphs(self):
        self.graphs = self.record(self.model)

    def record(self, model):
        return [model.forward(size) for size in (1, 2, 4)]
# file: running/aux.py


def ids_of(config):
    return (getattr(config, "eagle_config", None) or {}).get("eagle_aux_hidden_state_layer_ids")


def start_capture(scheme, is_drafter, model, ids):
    if not scheme.is_eagle3() or is_drafter:
        return
    model.watch_layers(layer_ids=ids)
