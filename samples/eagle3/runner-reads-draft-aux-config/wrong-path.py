# file: running/runner.py
"""The config in which the ids are looked for is the draft's by name only: it is loaded from another path."""


class Runner:
    def load(self, args):
        if self.scheme.is_eagle3() and not self.is_drafter:
            draft_config = read_config(args, model_path=args.target_path)  # breaks: eagle3/runner-reads-draft-aux-config
            nested = getattr(draft_config, "eagle_config", None) or {}
            self.uses_aux = nested.get("use_aux_hidden_state", True)
            self.ids = nested.get("eagle_aux_hidden_state_layer_ids")


def read_config(args, model_path):
    return load(model_path)
